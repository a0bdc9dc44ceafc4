package robot_test

import (
	"regexp"
	"strings"
	"testing"

	"reeve/hw/sim"
	"reeve/referee"
	"reeve/robot"
	"reeve/rules/catalog"
)

// Games that went wrong once, each by the seed that showed it: what hands and contacts did in
// them is read as it was meant now, or is waited for, or asked about.
func TestGamesThatOnceWentWrong(t *testing.T) {
	sure, four := map[string]any{"combat": "sure"}, map[string]any{"players": 4}
	dry := map[string]any{"combat": "sure", "river": false}
	agreed := map[string]any{"river": false, "time": "agreed"}
	reach := map[string]any{"pass": "always", "pair_reach": "before-and-after"}
	timed := map[string]any{"combat": "sure", "river": false, "time": "clocks"}
	magic := map[string]any{"die": true, "magic": true}
	flights := map[string]any{"magic": true, "fly_over_pieces": true, "hold": false, "castles_to_win": 4}
	short := !strings.HasPrefix(t.Name(), "TestLong") // of a game alone, the first
	for i, tt := range []struct {
		why     string
		game    string
		options map[string]any
		noise   sim.Noise
		seeds   []uint64
	}{
		{"pieces that went on after an outage looked put back", "kaleidochess", nil, sim.Heavy, []uint64{4901826}},
		{"a piece that was on its way as the board woke", "kaleidochess", nil, sim.Heavy, []uint64{5800862}},
		{"what was lit for long, given up twice", "kaleidochess", nil, sim.Heavy, []uint64{5808000}},
		{"the same question about a later turn", "kaleidochess", nil, sim.Heavy, []uint64{5808945}},
		{"a piece that was held while another was straightened", "dungeonchess", four, sim.None, []uint64{6301963}},
		{"a spell that was taken back", "kaleidochess", flights, sim.Worn, []uint64{6500121, 6500187, 6500484}},
		{"wood where nothing stands any more, asked about again and again", "dungeonchess", four, sim.Worn, []uint64{6501940}},
		{"a tap that rolled before anybody saw what was lit", "kaleidochess", magic, sim.Worn, []uint64{7101505}},
		{"who was killed where two contacts felt it, and an answer that says where a unit stood on its way", "chessbattle", sure, sim.Worn, []uint64{7000333, 7101773}},
		{"what was lit for long, overturned by a piece dropped short", "rolechess", nil, sim.None, []uint64{7100154}},
		{"a capture that looked like another, in an outage, and three quick moves", "kaleidochess", nil, sim.Heavy, []uint64{7100718}},
		{"what came to the square of a capture that nobody felt", "dungeonchess", four, sim.Heavy, []uint64{7101380}},
		{"an answer that brought more than it named", "dungeonchess", nil, sim.Worn, []uint64{6100973}},
		{"another piece went where the one may go that stands where the dead lay", "rolechess", nil, sim.Worn, []uint64{6204962}},
		{"an attack in an outage", "chessbattle", sure, sim.Heavy, []uint64{4901379}},
		{"an attack in an outage, by clocks", "chessbattle", timed, sim.Heavy, []uint64{5100483}},
		{"a piece short of its square, put right unfelt", "camelot", nil, sim.Heavy, []uint64{4901835}},
		{"an advance in an outage", "rolechess", nil, sim.Heavy, []uint64{5002281}},
		{"a partner tapped in the second of five outages", "rolechess", nil, sim.Heavy, []uint64{5002921, 5000027}},
		{"the square of a die that rolled before", "rolechess", nil, sim.Heavy, []uint64{5101337, 5100415}},
		{"a capture that nobody felt, answered for", "kaleidochess", magic, sim.Heavy, []uint64{5100499, 5100790}},
		{"a piece that was captured unfelt, answered for", "dungeonchess", nil, sim.Heavy, []uint64{5101545}},
		{"a seat passed by a tap before an outage", "dungeonchess", four, sim.Heavy, []uint64{900134, 2000446}},
		{"what was taken before an outage looked like slides", "dungeonchess", four, sim.Heavy, []uint64{900029, 900129, 900513, 900792}},
		{"a sacrifice was taken before an outage", "chessbattle", sure, sim.Heavy, []uint64{2000070}},
		{"a piece was slid in while victims were in the hand", "camelot", nil, sim.Heavy, []uint64{900568}},
		{"a piece was slid out of a run", "chessbattle", sure, sim.Heavy, []uint64{2000036}},
		{"a piece came onto the board before another was slid", "dungeonchess", four, sim.Light, []uint64{2000445}},
		{"a ride round was read into a piece taken up again", "camelot", nil, sim.None, []uint64{2000141}},
		{"the same, and the piece went elsewhere", "camelot", nil, sim.Heavy, []uint64{4000140}},
		{"two came down in one scan", "kaleidochess", nil, sim.Heavy, []uint64{2000072}},
		{"a piece that was lifted last from elsewhere joined an attack", "rolechess", nil, sim.None, []uint64{61000003}},
		{"a third target was straightened", "rolechess", nil, sim.None, []uint64{100484}},
		{"a target that was felt before the attacker", "rolechess", nil, sim.Light, []uint64{100187}},
		{"an attack after wood that lay astray", "chessbattle", nil, sim.None, []uint64{83000010}},
		{"an attacker was put down short of its target", "rolechess", nil, sim.None, []uint64{3004192}},
		{"a strike by one scan", "chessbattle", sure, sim.None, []uint64{3000390}},
		{"a run over the square of the fallen", "chessbattle", sure, sim.None, []uint64{3000058}},
		{"an outage in the middle of a capture", "kaleidochess", magic, sim.Heavy, []uint64{3000423}},
		{"one of two captures by one piece", "kaleidochess", nil, sim.Heavy, []uint64{4000811}},
		{"a tap soon after an outage", "kaleidochess", magic, sim.Heavy, []uint64{5000341}},
		{"a piece slid for long before it was let go", "dungeonchess", four, sim.Heavy, []uint64{5000494}},
		{"squares that close with their neighbours", "rolechess", nil, sim.Worn, []uint64{31083, 31158, 31437, 31001187, 31006687}},
		{"an advance onto a square that feels its neighbours, and another piece tapped", "rolechess", nil, sim.Worn, []uint64{43007689, 71002491}},
		{"two pieces that were felt as one, and a third in the hand", "rolechess", nil, sim.Worn, []uint64{83007205, 555000031}},
		{"a contact that was found to be loose after it knocked", "rolechess", nil, sim.Worn, []uint64{83001978}},
		{"a dead contact that felt another piece pass", "rolechess", nil, sim.Worn, []uint64{113008554}},
		{"a stuck contact that let go under a piece it had not felt", "rolechess", nil, sim.Worn, []uint64{83002570}},
		{"a run that went another way after turns that were ended by the next", "chessbattle", sure, sim.Heavy, []uint64{31000699}},
		{"a knock that two contacts felt, and an outage", "rolechess", nil, sim.Worn, []uint64{47000901}},
		{"squares that let go of their pieces", "rolechess", nil, sim.Worn, []uint64{31198, 31422, 31435, 31627, 31952}},
		{"answers about squares at fault", "rolechess", nil, sim.Worn, []uint64{31351, 31784, 31793, 7652}},
		{"a pass by a contact that let go", "kaleidochess", magic, sim.Worn, []uint64{31070}},
		{"a contact that stuck, where another was known to be", "camelot", nil, sim.Worn, []uint64{2100055}},
		{"steps that are sealed slowly", "camelot", nil, sim.Worn, []uint64{31102, 31388}},
		{"touches between two scans that failed", "rolechess", nil, sim.Heavy, []uint64{5002297, 5003902}},
		{"who had advanced was back and was lifted again", "rolechess", nil, sim.Heavy, []uint64{4004284, 7000033}},
		{"an outage while something is done again", "chessbattle", nil, sim.Heavy, []uint64{5000193, 7001254}},
		{"a neighbour knocked for a moment", "chessbattle", sure, sim.Heavy, []uint64{5000475}},
		{"a victim tapped, and the capturer a square short of another", "kaleidochess", nil, sim.None, []uint64{6000381}},
		{"turns that wait for a piece in the air", "kaleidochess", nil, sim.Heavy, []uint64{7001035}},
		{"two contacts that stick on an empty board", "chessbattle", nil, sim.Worn, []uint64{31192}},
		{"a knock that answered, contacts that knocked, a slide that was late", "rolechess", nil, sim.Worn,
			[]uint64{32408, 7000249, 7001263, 7003090, 7004593, 7005442, 7006300, 7007731, 7008346, 7009861}},
		{"taps that threw while a square was not felt", "kaleidochess", magic, sim.Worn,
			[]uint64{7000155, 7000400, 7000453, 7000472, 7000585, 7000847, 7001003, 7001171, 7001858, 8000080, 8001863, 8001877}},
		{"an outage while nothing explained the wood, and a tap that looked like a capture", "dungeonchess", four, sim.Heavy, []uint64{9000828, 9001191}},
		{"a step that gave way to another by a touch of the same scan", "dungeonchess", four, sim.None, []uint64{11000320, 11001545}},
		{"the same, before an attack", "rolechess", nil, sim.None, []uint64{11003570}},
		{"an attacker put back while it was asked", "chessbattle", nil, sim.None, []uint64{11001455}},
		{"answers that begin later than they should", "chessbattle", sure, sim.Worn, []uint64{11000640, 11000711}},
		{"a contact that knocked after a hand had", "rolechess", nil, sim.Worn, []uint64{13003231, 13006061, 13007510}},
		{"a contact that nothing was known of", "rolechess", nil, sim.Worn, []uint64{25006827, 23008392}},
		{"a move after a charge that took nine", "camelot", nil, sim.Heavy, []uint64{31000661}},
		{"either of two men was a victim, and the other moved next", "camelot", nil, sim.Heavy, []uint64{31000491}},
		{"an advance that was not felt, and another's piece in the hand", "rolechess", nil, sim.Worn, []uint64{13001863}},
		{"eight squares at fault at the start", "rolechess", nil, sim.Worn, []uint64{13006011}},
		{"questions that leave out what stands", "dungeonchess", four, sim.Heavy, []uint64{13000157, 13000636}},
		{"asked while something is done again", "chessbattle", nil, sim.Heavy, []uint64{11001658}},
		{"a run after so much that not all can be tried", "chessbattle", sure, sim.None, []uint64{11000217}},
		{"armies that come in another order", "chessbattle", nil, sim.Worn, []uint64{13000226}},
		{"a contact that let go soon after a calm knock", "rolechess", nil, sim.Worn, []uint64{13001775, 13007139}},
		{"contacts that stick, and are late as the board wakes", "chessbattle", nil, sim.Worn, []uint64{9000984, 9001288}},
		{"another piece might have come to where an attacker stands", "chessbattle", nil, sim.Heavy, []uint64{17000765}},
		{"a step withdrawn while more of what was taken stands than the new reading has", "chessbattle", sure, sim.Heavy, []uint64{17000695}},
		{"a turn in which nothing was done, and a capture", "chessbattle", sure, sim.Heavy, []uint64{17001155}},
		{"choices that may begin at two places", "chessbattle", sure, sim.Heavy, []uint64{17000293, 17001174, 17001572}},
		{"two turns of quick hands without a pause", "chessbattle", nil, sim.None, []uint64{17000216}},
		{"an answer that goes less far than another", "chessbattle", nil, sim.Worn, []uint64{19000198}},
		{"much that is open, and what goes on from what is taken", "chessbattle", sure, sim.Heavy, []uint64{19001130, 20000640}},
		{"the same on a worn board", "chessbattle", nil, sim.Worn, []uint64{19000997}},
		{"an answer to what the question did not name", "chessbattle", sure, sim.Heavy, []uint64{20001273}},
		{"contacts that made another's step, and the button pressed at once", "chessbattle", sure, sim.Worn, []uint64{22001753, 22001882}},
		{"a target tapped while its attacker was in the hand", "chessbattle", nil, sim.None, []uint64{22000155}},
		{"everything lies as it should, and nothing explains how", "dungeonchess", four, sim.None, []uint64{22001612}},
		{"the same, seen a little later", "dungeonchess", four, sim.Light, []uint64{23001006}},
		{"a piece put down where it was not meant, and a capture", "kaleidochess", nil, sim.Light, []uint64{23001546}},
		{"an attack declared by a piece that stood again", "rolechess", nil, sim.Light, []uint64{23007571}},
		{"one of the dead put back twice", "rolechess", nil, sim.Light, []uint64{23009446}},
		{"outages at every knock", "rolechess", nil, sim.Heavy, []uint64{9004332}},
		{"contacts that stick as the board wakes, and let go behind screens", "chessbattle", nil, sim.Worn, []uint64{9000001, 9001450}},
		{"a step onto a square at fault, and its piece's old square touched later", "kaleidochess", nil, sim.Worn, []uint64{25001696}},
		{"a piece that went on while another player was at work", "kaleidochess", nil, sim.Heavy, []uint64{25000945}},
		{"turns that seemed to be passed", "chessbattle", sure, sim.Worn, []uint64{26000492, 26000775}},
		{"a stuck contact that flickered on an empty board", "chessbattle", sure, sim.Worn, []uint64{26000327}},
		{"questions while a step is done again", "chessbattle", sure, sim.Worn, []uint64{26001606}},
		{"several steps to be done again", "dungeonchess", nil, sim.Heavy, []uint64{27001355}},
		{"the same, by four", "dungeonchess", four, sim.Heavy, []uint64{27000585}},
		{"another reading that begins with a piece in the air", "camelot", nil, sim.None, []uint64{246, 866}},
		{"two attacks that take the same pieces", "chessbattle", sure, sim.None, []uint64{498}},
		{"a piece on a square at fault, in nobody's hand", "rolechess", nil, sim.Worn, []uint64{692}},
		{"wood where there is none at the end", "camelot", nil, sim.Worn, []uint64{7001191}},
		{"a piece taken where another had changed places with it", "kaleidochess", flights, sim.Heavy, []uint64{71}},
		{"two camps felt as one, before what is secret", "chessbattle", dry, sim.Worn, []uint64{5000491}},
		{"a loose contact that let go twice in a row", "rolechess", reach, sim.Worn, []uint64{559}},
		{"a pass while the other's step was open", "rolechess", reach, sim.Light, []uint64{82}},
		{"a neighbour knocked while a piece left a stuck square", "chessbattle", agreed, sim.Worn, []uint64{123}},
		{"an attacker put down elsewhere from a dead square, and another lifted beside it", "rolechess", nil, sim.Worn, []uint64{163004239}},
		{"questions on a board with a loose contact", "chessbattle", timed, sim.Worn, []uint64{440}},
		{"an attacker dropped on its way", "rolechess", nil, sim.None, []uint64{11199, 5551313, 5551949}},
		{"a step that gave way in two stages", "rolechess", nil, sim.None, []uint64{5552913}},
		{"so much that is open that nothing more is read", "kaleidochess", nil, sim.Heavy, []uint64{556000371}},
		{"a sleeve on a neighbour, and a contact that felt nothing", "chessbattle", dry, sim.Worn, []uint64{5000346}},
		{"a piece that slid in while another was put down", "chessbattle", nil, sim.Heavy, []uint64{100087}},
		{"an answer that ended with a run, and was asked for again", "chessbattle", nil, sim.Worn, []uint64{100060}},
		{"an answer that ended with a run, which went on", "chessbattle", nil, sim.Heavy, []uint64{910027}},
		{"an attacker put down on its way while its target was tapped", "rolechess", nil, sim.None, []uint64{700476}},
		{"the same, with contacts that bounce", "rolechess", nil, sim.Light, []uint64{700476}},
		{"two pieces that stood again at once, long before", "chessbattle", nil, sim.None, []uint64{700405}},
		{"a piece that came after the one that went to where it had stood", "chessbattle", nil, sim.Heavy, []uint64{100791, 100974, 200004}},
		{"a capture that had turned out to be another move before an outage", "kaleidochess", nil, sim.Heavy, []uint64{108205}},
		{"an attack declared after something else than what was answered", "chessbattle", nil, sim.Worn, []uint64{100009}},
		{"a victim put back and lifted again while its capture was done again", "kaleidochess", nil, sim.Heavy, []uint64{709465}},
		{"an attacker on its way to a square that was a die for an eighth of a second", "rolechess", nil, sim.None, []uint64{56900042}},
		{"a mover that was tapped where the winner had stood", "rolechess", nil, sim.None, []uint64{920117}},
		{"the same, with contacts that bounce", "rolechess", nil, sim.Light, []uint64{920117}},
		{"a capturer put down a square short with eight turns open", "kaleidochess", nil, sim.Heavy, []uint64{709569}},
		{"a piece that left a dead contact, beside a stuck one", "camelot", nil, sim.Worn, []uint64{800044}},
		{"a piece tapped where another stood later, lifted on its way while two played", "dungeonchess", nil, sim.Heavy, []uint64{900783}},
		{"a piece put down in the dark, and tapped", "kaleidochess", nil, sim.Heavy, []uint64{905963}},
		{"a victim on a stuck contact, and another lifted by the one who replied", "camelot", nil, sim.Worn, []uint64{900949}},
		{"moves there and back, and another where one had been", "camelot", nil, sim.Heavy, []uint64{1100331}},
		{"a question turned down in the middle of what an outage hid", "chessbattle", nil, sim.Heavy, []uint64{100516}},
		{"a push that was none, and whole wood by unlikely hands", "kaleidochess", nil, sim.Heavy, []uint64{1300291, 1303910, 103133}},
		{"a contact that closes beside a piece on a dead square", "kaleidochess", nil, sim.Worn, []uint64{1200490}},
		{"an attacker that the square beside its die felt", "rolechess", nil, sim.Worn, []uint64{1400334}},
		{"what an outage hid turned down, undone and asked about again", "chessbattle", nil, sim.Heavy, []uint64{2100852}},
		{"several ways to the wood, a capture taken back and begun anew, and an answer that goes no further", "kaleidochess", nil, sim.Heavy, []uint64{1602144, 1604054, 1606151}},
		{"outages in a capture, and answers to what they hid", "kaleidochess", nil, sim.Heavy, []uint64{1707132}},
		{"an answer after an outage, to a later capture", "kaleidochess", nil, sim.Heavy, []uint64{1905042}},
		{"a capturer that stood where its victim had been in the air", "kaleidochess", nil, sim.Heavy, []uint64{2105322}},
		{"an answer about the last turns of what gives up something lit", "kaleidochess", nil, sim.None, []uint64{2400201}},
		{"what was lit before an outage, and would be less by the wood", "kaleidochess", nil, sim.Heavy, []uint64{2402278, 2501256}},
		{"what was lit for long, and would be less by the wood", "dungeonchess", nil, sim.Worn, []uint64{2300352}},
		{"what was answered, while a hand is at work", "kaleidochess", nil, sim.Heavy, []uint64{2506387}},
		{"contacts that stick since an outage, before the first camp", "chessbattle", nil, sim.Worn, []uint64{2300918}},
		{"what a piece only passed, and what is asked after an outage", "chessbattle", nil, sim.Worn, []uint64{2900864, 2900722}},
		{"what was lit for long, among four", "dungeonchess", four, sim.Worn, []uint64{3000691}},
		{"a piece held for long, and two squares that stick", "rolechess", nil, sim.Worn, []uint64{3000963}},
		{"a step that only begins as it was taken", "chessbattle", map[string]any{"river": false, "time": "agreed"}, sim.Worn, []uint64{3000401}},
		{"confirm in the place of a spell that was shown", "kaleidochess", map[string]any{"magic": true, "die": true}, sim.Worn, []uint64{3000612}},
		{"an answer given while contacts fail", "kaleidochess", map[string]any{"magic": true, "die": true}, sim.Heavy, []uint64{3101636, 3101979}},
		{"an attack after moves that are in doubt", "chessbattle", nil, sim.Light, []uint64{3101229}},
		{"an answer about all of a run", "chessbattle", nil, sim.Worn, []uint64{3200518}},
		{"a piece put in where the contact flickers", "chessbattle", nil, sim.Worn, []uint64{3200680}},
		{"confirm pressed without a look at what was lit meanwhile", "chessbattle", nil, sim.Worn, []uint64{2800239}},
		{"more wood than pieces while one is on its way", "kaleidochess", nil, sim.Heavy, []uint64{2207885}},
		{"two squares that felt one piece, the wrong one first", "kaleidochess", nil, sim.Worn, []uint64{3700819}},
		{"two squares that felt one piece, one of them late", "dungeonchess", nil, sim.Worn, []uint64{3701887}},
		{"a contact that sticks just after a capture", "dungeonchess", four, sim.Worn, []uint64{3800633}},
		{"a piece that went on from a stuck square", "chessbattle", nil, sim.Worn, []uint64{3801578}},
		{"a pass before an outage, after a ransom", "dungeonchess", four, sim.Heavy, []uint64{3801685}},
		{"a question about the end of a run", "chessbattle", sure, sim.Heavy, []uint64{3800574}},
		{"a capture that nobody felt", "dungeonchess", four, sim.Heavy, []uint64{4001474}},
		{"a piece that another is pushed to, and comes from a stuck square", "rolechess", nil, sim.Worn, []uint64{4701954}},
		{"what was left of an outage that hands have contradicted, or an undo", "rolechess", nil, sim.Worn, []uint64{4100477, 4104869}},
		{"a piece in the hand in an outage, or gone on since, or two outages", "rolechess", nil, sim.Heavy, []uint64{5401685, 5503821, 5504637}},
		{"a capture in an outage, of what was tapped before", "kaleidochess", nil, sim.Heavy, []uint64{5400479, 5300134, 5501297}},
		{"a capture in an outage that was answered for, and another on its square", "dungeonchess", four, sim.Heavy, []uint64{5501226}},
		{"a stay, where the winner's contact sticks", "rolechess", nil, sim.Worn, []uint64{5603226}},
		{"an old die, where another is lit now", "rolechess", nil, sim.Worn, []uint64{5606096}},
		{"a look at a board that shows what nobody has meant", "rolechess", nil, sim.Worn, []uint64{5705239}},
		{"a contact that counts as a camp since an outage", "chessbattle", nil, sim.Worn, []uint64{5600461}},
		{"a capture in an outage, or another before it", "kaleidochess", nil, sim.Heavy, []uint64{4300918}},
		{"a knock that may be a move, for a piece may be back on a dead square", "chessbattle", nil, sim.Worn, []uint64{4400592}},
		{"who was answered for went on after an outage", "chessbattle", nil, sim.Worn, []uint64{4500473}},
		{"a flicker as confirm is pressed", "kaleidochess", magic, sim.Worn, []uint64{4501545}},
		{"a piece in the hand after an outage, and a ransom before one", "dungeonchess", nil, sim.Heavy, []uint64{4300496, 4301333}},
		{"an answer about a stuck square, before an outage", "rolechess", nil, sim.Worn, []uint64{3400495}},
		{"a contact that is mended while an attack is declared", "rolechess", nil, sim.Worn, []uint64{2200626}},
		{"answers about steps before those answered already", "kaleidochess", nil, sim.Heavy, []uint64{2001915, 2003411}},
		{"the same, on a worn board", "chessbattle", nil, sim.Worn, []uint64{2000067, 2000305}},
		{"an answer that did not name the end of the turn", "chessbattle", nil, sim.Worn, []uint64{1900157}},
		{"a contact that dies under a piece just put there", "dungeonchess", nil, sim.Worn, []uint64{1700688}},
		{"a partner straightened as the knock ended", "rolechess", nil, sim.Light, []uint64{1500505}},
		{"a piece that left a dead square, and was taken up again before the board asked", "chessbattle", nil, sim.Worn, []uint64{1500014}},
		{"what was answered after an outage, before another", "rolechess", nil, sim.Heavy, []uint64{9100191}},
		{"wood that lay astray before an outage", "kaleidochess", nil, sim.Heavy, []uint64{9102930}},
		{"a die that closed with the square beside it", "rolechess", nil, sim.Worn, []uint64{9904390}},
		{"a chain of nine victims, and a move onto the last of them", "camelot", nil, sim.Heavy, []uint64{9100792}},
		{"a capture by the other player after a slide", "kaleidochess", nil, sim.Heavy, []uint64{1002482, 1002081}},
	} {
		if short && i%8 > 0 {
			continue
		}
		t.Run(tt.why, func(t *testing.T) {
			t.Parallel()
			for _, seed := range tt.seeds {
				r, err := robot.Play(robot.Options{Games: catalog.Games(), Game: tt.game, Options: tt.options, Seed: seed, Noise: tt.noise})
				if err != nil {
					t.Fatal(err)
				}
				sound(t, r)
			}
		})
	}
}

func TestLongGamesThatOnceWentWrong(t *testing.T) { TestGamesThatOnceWentWrong(t) }

// Of pieces put down one soon after another in a deployment each is taken, without another touch: nobody is refused.
func TestADeploymentOfQuickHandsIsTaken(t *testing.T) {
	r, err := robot.Play(robot.Options{Games: catalog.Games(), Game: "chessbattle", Seed: 5000, Most: 100})
	if err != nil || !r.Sound() || r.Refused > 0 {
		t.Errorf("%v: %+v", err, r)
	}
}

// Games with power cuts that went wrong once: somebody moved the piece that was lit while the power was off, to where it could have gone, too; or one of the
// other player's, and the next attack rolled. Or the piece that was attacked, and the robot tapped it where it was no longer.
func TestLongGamesThatOnceWentWrongByPowerCuts(t *testing.T) {
	for _, o := range []robot.Options{{Game: "kaleidochess", Seed: 2100055}, {Game: "dungeonchess", Options: map[string]any{"players": 4}, Seed: 2100031},
		{Game: "rolechess", Seed: 3101626}, {Game: "rolechess", Seed: 3101798}, {Game: "rolechess", Seed: 5601652}, {Game: "rolechess", Seed: 7700781}, {Game: "kaleidochess", Seed: 7700278}, {Game: "rolechess", Seed: 7100120, Options: map[string]any{"pass": "always", "pair_reach": "before-and-after"}},
		{Game: "chessbattle", Seed: 5600365}, {Game: "chessbattle", Seed: 9900003}, {Game: "chessbattle", Seed: 5600389}, {Game: "chessbattle", Options: map[string]any{"combat": "sure"}, Seed: 5600389}} {
		o.Games, o.Cuts = catalog.Games(), 20
		r, err := robot.Play(o)
		if err != nil {
			t.Fatal(err)
		}
		sound(t, r)
	}
}

// Games of people who fidget that went wrong once: two ways led to one position, an enemy was tapped as a piece was put down short of it, and
// a piece that had come to a square went on and came back. The dead of a capture were given to the next. Four moves there and back gave way to none.
func TestLongGamesThatOnceWentWrongByFidgets(t *testing.T) {
	for game, seeds := range map[string][]uint64{"camelot": {100579, 900917, 1200078}, "kaleidochess": {1200371, 1900199}, "rolechess": {100862}, "chessbattle": {800734}} {
		for _, seed := range seeds {
			r, err := robot.Play(robot.Options{Games: catalog.Games(), Game: game, Seed: seed, Fidgets: true})
			if err != nil {
				t.Fatal(err)
			}
			sound(t, r)
		}
	}
}

// Games with slow pushes that went wrong once: pieces were pushed while those that were taken were in the hand, while it was asked what was
// taken, to where another piece could have gone, as the board woke, before they attacked, to where one had rolled, and after an answer.
func TestLongGamesThatOnceWentWrongByPushes(t *testing.T) {
	for _, tt := range []struct {
		game  string
		noise sim.Noise
		seeds []uint64
	}{
		{"kaleidochess", sim.None, []uint64{1300074, 280000010, 340000001, 52400005, 55400542, 55400781, 55401385}},
		{"kaleidochess", sim.Heavy, []uint64{54400214, 55400132, 55400436}},
		{"camelot", sim.None, []uint64{52400018, 52400029, 52400048, 52400056, 54400132, 59000016, 55401010, 57500278, 57500867}},
		{"camelot", sim.Heavy, []uint64{55400151}},
		{"chessbattle", sim.None, []uint64{56000103, 700419, 730045}},
		{"rolechess", sim.None, []uint64{52400030, 52400053, 55400852, 55401072, 54400162, 55400402, 55400837, 55400441, 55400552, 55401118, 55401283}},
		{"rolechess", sim.None, []uint64{57500155, 57500431, 57500443, 57500600, 57500640, 57500877, 86000048}},
		{"rolechess", sim.Heavy, []uint64{55400780}},
		{"dungeonchess", sim.None, []uint64{52400021, 55400031, 55400326, 55400657, 55400738}},
		{"dungeonchess", sim.Heavy, []uint64{52400021, 55400285, 55400555, 55401234, 55401353}},
	} {
		for _, seed := range tt.seeds {
			r, err := robot.Play(robot.Options{Games: catalog.Games(), Game: tt.game, Seed: seed, Noise: tt.noise, Pushes: true})
			if err != nil {
				t.Fatal(err)
			}
			sound(t, r)
		}
	}
}

// Slow pushes, one after another by one hand or by two: nothing is sealed that was not meant, and nobody is stuck.
func TestPiecesThatArePushed(t *testing.T) {
	for _, tt := range []struct {
		game string
		seed uint64
	}{{"chessbattle", 880042}, {"camelot", 880008}, {"rolechess", 880001}} {
		r, err := robot.Play(robot.Options{Games: catalog.Games(), Game: tt.game, Seed: tt.seed, Fidgets: true, Pushes: true})
		if err != nil || !r.Sound() {
			t.Errorf("%s %d: %v: %+v", tt.game, tt.seed, err, r)
		}
	}
}

// Both players have moved within a third of a second, and a charge rests half a second on the way: what is taken is not read anew with
// wood where no position has it, before hands have been still for long.
func TestAChargeThatRestsIsNoOtherMove(t *testing.T) {
	r, err := robot.Play(robot.Options{Games: catalog.Games(), Game: "camelot", Seed: 100043, Fidgets: true, Most: 20})
	if err != nil || !r.Sound() {
		t.Errorf("%v: %+v", err, r)
	}
}

// Who says that nothing of what is asked was meant is asked nothing until something is touched: the board asked at once about what stood.
func TestNothingIsAskedAfterNoneOfTheseBeforeTheNextTouch(t *testing.T) {
	touch, denied := regexp.MustCompile(`^ +\S+ [-+]`), false
	_, err := robot.Play(robot.Options{Games: catalog.Games(), Game: "camelot", Seed: 17, Noise: sim.Worn, Fidgets: true, Pushes: true, Tell: func(line string) {
		if denied && strings.Contains(line, " do answer ") {
			t.Errorf("asked again: %s", line)
		}
		denied = strings.HasSuffix(line, " do answer "+referee.NoneOfThese) || denied && !touch.MatchString(line)
	}})
	if err != nil {
		t.Fatal(err)
	}
}
