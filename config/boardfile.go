package config

// boardFile is a board file as it is written; configs/boards/SCHEMA.md says what
// each key means. Pointers are keys whose absence means something else than zero.
type boardFile struct {
	Name    string                `yaml:"name"`
	Drivers []driverFile          `yaml:"drivers"`
	Surface surfaceFile           `yaml:"surface"`
	Grids   []gridFile            `yaml:"grids"`
	Squares map[string]squareFile `yaml:"squares"`
	Games   map[string]gameFile   `yaml:"games"`
	Buttons []buttonFile          `yaml:"buttons"`
	Drill   drillFile             `yaml:"drill"`
}

type driverFile struct {
	Name     string `yaml:"name"`
	Kind     string `yaml:"kind"`
	Channels int    `yaml:"channels"`
	LEDs     int    `yaml:"leds"`
	Device   string `yaml:"device"`
	Baud     int    `yaml:"baud"`

	Chip      string   `yaml:"chip"`
	Rows      []int    `yaml:"rows"`
	Columns   []int    `yaml:"columns"`
	Direct    []int    `yaml:"direct"`
	Expanders []string `yaml:"expanders"`
	Registers int      `yaml:"registers"`
	High      *int     `yaml:"high"`
	Low       *int     `yaml:"low"`
	Load      *int     `yaml:"load"`
	Turned    bool     `yaml:"turned"`
	Order     string   `yaml:"order"`
	KHz       int      `yaml:"khz"`
	Sensors   string   `yaml:"sensors"`
}

type surfaceFile struct {
	Width  float64 `yaml:"width_mm"`
	Height float64 `yaml:"height_mm"`
}

type gridFile struct {
	Files         int      `yaml:"files"`
	Ranks         int      `yaml:"ranks"`
	Pitch         float64  `yaml:"pitch_mm"`
	First         string   `yaml:"first"`
	FirstRank     *int     `yaml:"first_rank"`
	X             float64  `yaml:"x_mm"`
	Y             float64  `yaml:"y_mm"`
	Omit          []string `yaml:"omit"`
	Driver        string   `yaml:"driver"`
	Channels      string   `yaml:"channels"`
	ChannelsFrom  string   `yaml:"channels_from"`
	FirstChannel  int      `yaml:"first_channel"`
	LEDDriver     string   `yaml:"led_driver"`
	LEDs          string   `yaml:"leds"`
	LEDsFrom      string   `yaml:"leds_from"`
	FirstLED      int      `yaml:"first_led"`
	LEDsPerSquare int      `yaml:"leds_per_square"`
}

type squareFile struct {
	X         *float64 `yaml:"x_mm"`
	Y         *float64 `yaml:"y_mm"`
	Driver    string   `yaml:"driver"`
	Channel   *int     `yaml:"channel"`
	LEDDriver string   `yaml:"led_driver"`
	LEDs      []int    `yaml:"leds"`
}

type gameFile struct {
	Names     map[string]string `yaml:"names"`
	Origin    string            `yaml:"origin"`
	Files     string            `yaml:"files"`
	FirstRank *int              `yaml:"first_rank"`
}

type buttonFile struct {
	Name   string `yaml:"name"`
	Seat   string `yaml:"seat"`
	Driver string `yaml:"driver"`
	Number *int   `yaml:"number"`

	Channel  *int   `yaml:"channel"`
	Long     string `yaml:"long"`
	LongMS   int    `yaml:"long_ms"`
	RepeatMS int    `yaml:"repeat_ms"`
}

type drillFile struct {
	Reed     *float64 `yaml:"reed_mm"`
	ReedX    *float64 `yaml:"reed_x_mm"`
	ReedY    *float64 `yaml:"reed_y_mm"`
	LED      *float64 `yaml:"led_mm"`
	LEDX     *float64 `yaml:"led_x_mm"`
	LEDY     *float64 `yaml:"led_y_mm"`
	LEDPitch *float64 `yaml:"led_pitch_mm"`
}
