package rules

import "strings"

// Nearest returns the name of list that word was most likely meant to be: the
// one that takes the fewest letters typed wrongly, left out, added or exchanged,
// at most one in three; "" if none is as near.
func Nearest(word string, list []string) string {
	best, least := "", max(len(word), 3)/3+1
	for _, name := range list {
		if d := distance(strings.ToLower(word), strings.ToLower(name)); d < least {
			best, least = name, d
		}
	}
	return best
}

// unknown is the refusal of the name word, where list has those that are known.
func unknown(cause error, why Message, word string, list []string) error {
	r := &Refusal{Cause: cause, Why: why}
	if near := Nearest(word, list); near != "" {
		r.Hint = Say("do.mean", "name", near)
	} else if len(list) > 0 {
		r.Hint = Say("do.there", "names", strings.Join(list, ", "))
	}
	return r
}

// distance is how many such mistakes make b of a (optimal string alignment).
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return max(len(a), len(b))
	}
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
		for j := range d[i] {
			if i == 0 {
				d[i][j] = j
			}
		}
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+wrong(a[i-1] != b[j-1]))
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

func wrong(is bool) int {
	if is {
		return 1
	}
	return 0
}
