package config

import (
	"slices"
	"strconv"

	"go.yaml.in/yaml/v3"
)

func textNode(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s} }
func intNode(n int) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: strconv.Itoa(n)}
}

// at returns the index of a key in a mapping, -1 if it is not there.
func at(m *yaml.Node, key string) int {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			return i
		}
	}
	return -1
}

func get(m *yaml.Node, key string) *yaml.Node {
	if i := at(m, key); i >= 0 && m.Content[i+1].Tag != "!!null" {
		return m.Content[i+1]
	}
	return nil
}

// child returns the mapping under a key, and makes it if it is not there.
func child(m *yaml.Node, key string, style yaml.Style) *yaml.Node {
	if c := get(m, key); c != nil {
		return c
	}
	remove(m, key)
	c := &yaml.Node{Kind: yaml.MappingNode, Style: style}
	m.Content = append(m.Content, textNode(key), c)
	return c
}

func set(m *yaml.Node, key string, value *yaml.Node) {
	if i := at(m, key); i >= 0 {
		value.LineComment = m.Content[i+1].LineComment
		m.Content[i+1] = value
		return
	}
	m.Content = append(m.Content, textNode(key), value)
}

func remove(m *yaml.Node, key string) {
	if i := at(m, key); i >= 0 {
		m.Content = slices.Delete(m.Content, i, i+2)
	}
}

// setUnless sets a key, or leaves it out if it would say what is usual.
func setUnless(m *yaml.Node, key string, value *yaml.Node, usual string) {
	if at(m, key) >= 0 || value.Value != usual {
		set(m, key, value)
	}
}
