package messages

// Category returns the plural category of n in a language (Unicode CLDR 46,
// cardinal rules for whole numbers): one and other; in Polish one, few and many.
func Category(lang string, n int) string {
	if n < 0 {
		n = -n
	}
	switch {
	case lang == "it" && n != 0 && n%1_000_000 == 0:
		return "many"
	case n == 1:
		return "one"
	case lang != "pl":
		return "other"
	case n%10 >= 2 && n%10 <= 4 && (n%100 < 12 || n%100 > 14):
		return "few"
	}
	return "many"
}

// Categories are the forms that a counting sentence of a language needs. (The
// Italian "many" is for whole millions; Polish "other" is for fractions, and the
// form for plural names.)
func Categories(lang string) []string {
	if lang == "pl" {
		return []string{"one", "few", "many", "other"}
	}
	return []string{"one", "other"}
}
