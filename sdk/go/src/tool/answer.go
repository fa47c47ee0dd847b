package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// An answer in the form of its schema: a nil slice becomes an empty list, a nil pointer is omitted.
func written(s *schema, answer any) ([]byte, error) {
	var out bytes.Buffer
	if err := object(&out, s, reflect.ValueOf(answer)); err != nil {
		return nil, fmt.Errorf("the answer is no JSON: %w", err)
	}
	return out.Bytes(), nil
}

func object(out *bytes.Buffer, s *schema, value reflect.Value) error {
	between := byte('{')
	for _, one := range s.fields {
		member := value.Field(one.index)
		if member.Kind() == reflect.Pointer && member.IsNil() {
			continue
		}
		out.WriteByte(between)
		between = ','
		fmt.Fprintf(out, "%q:", one.name)
		if err := put(out, one.inner, member); err != nil {
			return err
		}
	}
	if between == '{' {
		out.WriteByte('{')
	}
	out.WriteByte('}')
	return nil
}

func put(out *bytes.Buffer, inner *schema, value reflect.Value) error {
	switch value.Kind() {
	case reflect.Pointer:
		if value.IsNil() {
			out.WriteString("null")
			return nil
		}
		return put(out, inner, value.Elem())
	case reflect.Struct:
		return object(out, inner, value)
	case reflect.Slice:
		out.WriteByte('[')
		for index := range value.Len() {
			if index > 0 {
				out.WriteByte(',')
			}
			if err := put(out, inner, value.Index(index)); err != nil {
				return err
			}
		}
		out.WriteByte(']')
		return nil
	}
	text, err := json.Marshal(value.Interface())
	out.Write(text)
	return err
}
