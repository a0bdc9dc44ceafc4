package reeve_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// allowed is what each room may import by the law: the games stand as one, for one place holds for all.
func allowed(t *testing.T) map[string][]string {
	t.Helper()
	may := map[string][]string{}
	for _, r := range rooms(t) {
		name := strings.TrimPrefix(strings.TrimPrefix(r.ImportPath, "reeve"), "/")
		if name == "" {
			continue
		}
		list, _ := place(name, games(t))
		if slices.Contains(games(t), name) {
			name = "rules/GAME"
		}
		for i, imp := range list {
			if slices.Contains(games(t), imp) {
				list[i] = "rules/GAME"
			}
		}
		slices.Sort(list)
		may[name] = slices.Compact(list)
	}
	return may
}

// floorOf is how many rooms stand below a room, one on the other.
func floorOf(may map[string][]string, room string) (n int) {
	for _, below := range may[room] {
		n = max(n, floorOf(may, below)+1)
	}
	return n
}

// byWay reports whether a room may import below by way of another.
func byWay(may map[string][]string, room, below string) bool {
	return slices.ContainsFunc(may[room], func(way string) bool {
		return way != below && (slices.Contains(may[way], below) || byWay(may, way, below))
	})
}

// drawHouse draws the rooms floor by floor, each on what it may import; what it may by way of another is left out.
func drawHouse(may map[string][]string) string {
	floors := map[int][]string{}
	for room := range may {
		n := floorOf(may, room)
		floors[n] = append(floors[n], room)
	}
	var out strings.Builder
	for n := len(floors) - 1; n >= 0; n-- {
		slices.Sort(floors[n])
		if n == 0 {
			fmt.Fprintf(&out, "0  %s\n", strings.Join(floors[n], "  "))
			continue
		}
		for i, room := range floors[n] {
			head := "  "
			if i == 0 {
				head = fmt.Sprintf("%-2d", n)
			}
			on := slices.DeleteFunc(slices.Clone(may[room]), func(below string) bool { return byWay(may, room, below) })
			fmt.Fprintf(&out, "%s %-26s %s\n", head, room, strings.Join(on, "  "))
		}
	}
	return out.String()
}

// The picture in CONTRIBUTING is drawn from the law of who may import whom, and the law allows nothing that is not done.
func TestThePictureOfTheHouseIsTheLaw(t *testing.T) {
	may := allowed(t)
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := "```\n" + drawHouse(may) + "```\n"; !strings.Contains(string(text), want) {
		t.Errorf("the picture of the house in CONTRIBUTING.md is to be\n%s", want)
	}
}

// What the law allows is done: a room that needs another no more gives its right back.
func TestTheLawAllowsNoMoreThanIsDone(t *testing.T) {
	for _, r := range rooms(t) {
		name := strings.TrimPrefix(strings.TrimPrefix(r.ImportPath, "reeve"), "/")
		if name == "" || strings.HasPrefix(name, "rules/") {
			continue // a game may use less of the contract than another
		}
		for _, below := range law[name] {
			if !slices.Contains(r.Imports, "reeve/"+below) {
				t.Errorf("%s does not import %s any more: the law need not allow it", name, below)
			}
		}
	}
}
