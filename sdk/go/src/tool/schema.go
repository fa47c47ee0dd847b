package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// schema is the JSON Schema of a struct, with the constraints of its fields.
type schema struct {
	fields []field
}

type field struct {
	index    int
	name     string
	required bool
	preset   string
	tag      reflect.StructTag
	listed   map[string]any
	inner    *schema // of the struct, or of the struct items
}

func schemaOf[T any](tool string) *schema {
	kind := reflect.TypeFor[T]()
	if kind.Kind() != reflect.Struct {
		panic(fmt.Sprintf("tool %s: what it is given and answers are structs, not %s", tool, kind))
	}
	return structure(kind, "tool "+tool)
}

func structure(kind reflect.Type, what string) *schema {
	made := &schema{}
	for index := range kind.NumField() {
		one := kind.Field(index)
		name, _, _ := strings.Cut(one.Tag.Get("json"), ",")
		if name == "" || !one.IsExported() {
			panic(fmt.Sprintf("%s: `%s` needs a capital letter and a name, such as `json:\"%s\"`", what, one.Name, strings.ToLower(one.Name)))
		}
		listed, inner := valueOf(one.Type, fmt.Sprintf("%s: `%s`", what, name))
		preset, has := one.Tag.Lookup("default")
		required := one.Type.Kind() != reflect.Pointer && !has
		if about := one.Tag.Get("about"); about != "" {
			listed["description"] = about
		}
		if has {
			preset = presetOf(one.Type, preset, fmt.Sprintf("%s: `%s`", what, name))
			listed["default"] = json.RawMessage(preset)
		}
		if words := one.Tag.Get("enum"); words != "" {
			listed["enum"] = strings.Split(words, ",")
		}
		for word, key := range bounds(listed["type"]) {
			if bound := one.Tag.Get(word); bound != "" {
				if _, err := strconv.ParseFloat(bound, 64); err != nil || !json.Valid([]byte(bound)) {
					panic(fmt.Sprintf("%s: `%s` has the tag %s:%q; expected a number, such as %s:\"1\"", what, name, word, bound, word))
				}
				listed[key] = json.RawMessage(bound)
			}
		}
		made.fields = append(made.fields, field{index, name, required, preset, one.Tag, listed, inner})
	}
	return made
}

// The JSON of a `default` tag: a text may be plain, or JSON in quotes.
func presetOf(kind reflect.Type, tag, what string) string {
	for kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	if kind.Kind() == reflect.String && !(strings.HasPrefix(tag, "\"") && json.Valid([]byte(tag))) {
		text, _ := json.Marshal(tag)
		return string(text)
	}
	if err := json.Unmarshal([]byte(tag), reflect.New(kind).Interface()); err != nil {
		panic(fmt.Sprintf("%s has the tag default:%q, which is no JSON of %s: %v", what, tag, kind, err))
	}
	return tag
}

func bounds(kind any) map[string]string {
	switch kind {
	case "string":
		return map[string]string{"min": "minLength", "max": "maxLength"}
	case "array":
		return map[string]string{"min": "minItems", "max": "maxItems"}
	}
	return map[string]string{"min": "minimum", "max": "maximum"}
}

func valueOf(kind reflect.Type, what string) (map[string]any, *schema) {
	switch kind.Kind() {
	case reflect.Pointer:
		return valueOf(kind.Elem(), what)
	case reflect.String:
		return map[string]any{"type": "string"}, nil
	case reflect.Bool:
		return map[string]any{"type": "boolean"}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return map[string]any{"type": "integer"}, nil
	case reflect.Float32, reflect.Float64:
		return map[string]any{"type": "number"}, nil
	case reflect.Slice:
		items, inner := valueOf(kind.Elem(), what)
		return map[string]any{"type": "array", "items": items}, inner
	case reflect.Struct:
		inner := structure(kind, what)
		return inner.listed(), inner
	}
	panic(fmt.Sprintf("%s has the type %s; there are string, bool, numbers, structs, slices and pointers of them", what, kind))
}

func (s *schema) listed() map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, one := range s.fields {
		properties[one.name] = one.listed
		if one.required {
			required = append(required, one.name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

func (s *schema) text() string {
	text, err := json.Marshal(s.listed())
	if err != nil {
		panic(err)
	}
	return string(text)
}

// The host validates arguments as well, but tests have no host.
func taken[Given any](s *schema, text []byte) (given Given, err error) {
	present := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &present); err != nil {
		return given, InvalidArgument("arguments are no JSON object: %v", err)
	}
	into := reflect.ValueOf(&given).Elem()
	for _, one := range s.fields {
		value := into.Field(one.index)
		raw, has := present[one.name]
		delete(present, one.name)
		// Null counts as absent.
		if !has || bytes.Equal(raw, []byte("null")) {
			if one.required {
				return given, InvalidArgument("`%s` is missing", one.name).Hint("%s", one.tag.Get("about"))
			}
			raw = []byte(one.preset)
		}
		if len(raw) == 0 {
			continue
		}
		if err := json.Unmarshal(raw, value.Addr().Interface()); err != nil {
			return given, InvalidArgument("`%s` is %s; expected %s", one.name, raw, one.listed["type"])
		}
		if wrong := one.beyond(value); wrong != "" {
			return given, InvalidArgument("`%s` %s", one.name, wrong)
		}
	}
	for name := range present {
		return given, InvalidArgument("there is no argument `%s`", name)
	}
	return given, nil
}

// How a value violates its tags; empty if it does not.
func (f field) beyond(value reflect.Value) string {
	for value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	var size float64
	what := "is"
	switch value.Kind() {
	case reflect.String:
		if words := f.tag.Get("enum"); words != "" && !strings.Contains(","+words+",", ","+value.String()+",") {
			return fmt.Sprintf("is %q; expected one of %s", value.String(), words)
		}
		size, what = float64(utf8.RuneCountInString(value.String())), "has the length"
	case reflect.Slice:
		size, what = float64(value.Len()), "has the length"
	case reflect.Float32, reflect.Float64:
		size = value.Float()
	default:
		switch {
		case value.CanInt():
			size = float64(value.Int())
		case value.CanUint():
			size = float64(value.Uint())
		default:
			return ""
		}
	}
	low, lowErr := strconv.ParseFloat(f.tag.Get("min"), 64)
	high, highErr := strconv.ParseFloat(f.tag.Get("max"), 64)
	switch {
	case lowErr == nil && size < low:
		return fmt.Sprintf("%s %v; expected at least %v", what, size, low)
	case highErr == nil && size > high:
		return fmt.Sprintf("%s %v; expected at most %v", what, size, high)
	}
	return ""
}
