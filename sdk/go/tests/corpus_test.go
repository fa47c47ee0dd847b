// Mistakes of authors and callers, and the errors that they get; run together with the template's tool.
package tools

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"unity_tools/fake"
	"unity_tools/tool"
)

type inner struct {
	Name string   `json:"name"`
	Tags []string `json:"tags"`
}

type asked struct {
	Kind  string   `json:"kind" enum:"near,far" default:"\"near\""`
	Size  float64  `json:"size" min:"0.5" max:"2" default:"1"`
	Note  *string  `json:"note" max:"5"`
	Names []string `json:"names" max:"2" default:"[]"`
	By    string   `json:"by" default:"mass"`
}

type given struct {
	Kind string  `json:"kind"`
	Note *string `json:"note"`
	None []inner `json:"none"`
	Some []inner `json:"some"`
	Size float64 `json:"size"`
}

var _ = tool.Add("shapes", func(_ tool.Call, a asked) (given, error) {
	if a.By != "mass" {
		return given{}, fmt.Errorf("by %q", a.By)
	}
	return given{Kind: a.Kind, Note: a.Note, Some: []inner{{Name: "\"é\""}}, Size: a.Size}, nil
}, tool.About{Description: "Gives back what it is given."})

var _ = tool.Add("breaks", func(_ tool.Call, a asked) (struct{}, error) {
	if a.Kind == "far" {
		return struct{}{}, fmt.Errorf("far: %w", errors.New("no way"))
	}
	var nothing []int
	return struct{}{}, fmt.Errorf("%d", nothing[len(a.Names)])
}, tool.About{Description: "Breaks."})

func TestWhatIsNullIsAbsentAndWhatIsNilIsNotNull(t *testing.T) {
	for _, arguments := range []string{`{}`, `{"kind": null, "note": null, "size": null}`} {
		answer, err := tool.Run("shapes", arguments)
		if err != nil || answer != `{"kind":"near","none":[],"some":[{"name":"\"é\"","tags":[]}],"size":1}` {
			t.Fatal(answer, err)
		}
	}
	answer, err := tool.Run("shapes", `{"note": "five!", "size": 2}`)
	if err != nil || !strings.Contains(answer, `"note":"five!"`) {
		t.Fatal(answer, err)
	}
}

func TestWhatDoesNotFitIsToldByItsName(t *testing.T) {
	for arguments, words := range map[string]string{
		`[]`:                       "no JSON object",
		`{"kind": 7}`:              "`kind` is 7; expected string",
		`{"kind": "off"}`:          "`kind` is \"off\"; expected one of near,far",
		`{"size": 0.1}`:            "`size` is 0.1; expected at least 0.5",
		`{"size": 3}`:              "`size` is 3; expected at most 2",
		`{"note": "sixsix"}`:       "`note` has the length 6; expected at most 5",
		`{"names": ["a","b","c"]}`: "`names` has the length 3; expected at most 2",
		`{"colour": 1}`:            "there is no argument `colour`",
	} {
		if _, err := tool.Run("shapes", arguments); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", arguments, err)
		}
	}
	if _, err := tool.Run("count_objects", `{}`); err == nil || err.Error() != "`component` is missing" {
		t.Error(err)
	}
	if _, err := tool.Run("nobody", `{}`); err == nil || !strings.Contains(err.(*tool.Error).Told.Hint.Some(), "count_objects") {
		t.Error(err)
	}
}

func TestAPanicIsAnErrorAndItsStackIsLogged(t *testing.T) {
	fake.Unity()
	_, err := tool.Run("breaks", `{}`)
	if err == nil || !strings.Contains(err.Error(), "breaks panicked: runtime error: index out of range") {
		t.Fatal(err)
	}
	if err.(*tool.Error).Told.Hint.Some() != "the tool is at fault; the host's log says where" {
		t.Fatal(err)
	}
	if len(fake.Log) != 1 || !strings.HasPrefix(fake.Log[0], "error: breaks panicked") || !strings.Contains(fake.Log[0], "tool_test.go") {
		t.Fatal(fake.Log)
	}
	if _, err = tool.Run("breaks", `{"kind": "far"}`); err == nil || err.Error() != "breaks failed: far: no way" || len(fake.Log) != 2 {
		t.Fatal(err, fake.Log)
	}
}

func TestAnImportThatNobodyAnswersSaysWhatToWrite(t *testing.T) {
	fake.Unity()
	_, err := tool.Run("count_objects", `{"component": "Light"}`)
	if err == nil || !strings.Contains(err.Error(), "ListObjects was called and has no answer") {
		t.Fatal(err)
	}
}

func TestWhatCanBeNoSchemaIsRefusedWithWhatCan(t *testing.T) {
	refused := func(add func(), words string) {
		defer func() {
			if why := fmt.Sprint(recover()); !strings.Contains(why, words) {
				t.Error(why)
			}
		}()
		add()
	}
	type unnamed struct{ Size int }
	type small struct {
		size int `json:"size"`
	}
	type odd struct {
		All map[string]int `json:"all"`
	}
	type tagged struct {
		Far int `json:"far" default:"ten"`
	}
	type bounded struct {
		Far int `json:"far" max:"ten"`
	}
	refused(func() { tool.Add("a", func(tool.Call, tagged) (given, error) { return given{}, nil }, tool.About{}) }, "tool a: `far` has the tag default:\"ten\"")
	refused(func() { tool.Add("a", func(tool.Call, bounded) (given, error) { return given{}, nil }, tool.About{}) }, "tool a: `far` has the tag max:\"ten\"")
	refused(func() { tool.Add("a", func(tool.Call, unnamed) (given, error) { return given{}, nil }, tool.About{}) }, "such as `json:\"size\"`")
	refused(func() { tool.Add("a", func(tool.Call, small) (given, error) { return given{}, nil }, tool.About{}) }, "needs a capital letter")
	refused(func() { tool.Add("a", func(tool.Call, odd) (given, error) { return given{}, nil }, tool.About{}) }, "`all` has the type map")
	refused(func() { tool.Add("a", func(tool.Call, int) (given, error) { return given{}, nil }, tool.About{}) }, "are structs, not int")
}
