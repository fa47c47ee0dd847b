package tools

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"unity_tools/fake"
	shared "unity_tools/imports/unity_tools_shared_types"
	objects "unity_tools/imports/unity_tools_unity_objects"
	"unity_tools/tool"
	types "unity_tools/wit/types"
)

type page = types.Tuple2[[]objects.ObjectCard, objects.PageInfo]
type listed = types.Result[page, shared.Error]

// Run by `unity-tool-host test`, without a host: the import is answered here.
func unity(answer listed) *objects.ObjectFilter {
	var asked objects.ObjectFilter
	fake.Unity()
	fake.On(objects.ListObjects, func(filter objects.ObjectFilter, _ objects.PageRequest) listed {
		asked = filter
		return answer
	})
	return &asked
}

func TestCountsWhatHasTheComponent(t *testing.T) {
	found := page{F0: []objects.ObjectCard{{Path: "/Sun"}}, F1: objects.PageInfo{Total: 1}}
	asked := unity(types.Ok[page, shared.Error](found))
	answer, err := tool.Run("count_objects", `{"component": "Light", "limit": null}`)
	if err != nil || answer != `{"total":1,"first":["/Sun"]}` || asked.ComponentType.Some() != "Light" {
		t.Fatal(answer, err, asked)
	}
	if !reflect.DeepEqual(fake.Log, []string{"info: looking for objects with a Light"}) {
		t.Fatal(fake.Log)
	}
}

func TestSaysWhatToDoWhereThereIsNone(t *testing.T) {
	unity(types.Ok[page, shared.Error](page{}))
	_, err := tool.Run("count_objects", `{"component": "Lihgt"}`)
	var told *tool.Error
	if !errors.As(err, &told) || told.Told.Kind.Tag() != shared.ErrorKind_NotFound || !strings.Contains(told.Told.Hint.Some(), "such as Camera") {
		t.Fatal(err)
	}
}

func TestWhatUnityRefusesStaysAsItSaysIt(t *testing.T) {
	unity(types.Err[page](shared.Error{Kind: shared.MakeErrorKindNotReady(), Message: "no scene is loaded"}))
	_, err := tool.Run("count_objects", `{"component": "Light"}`)
	var told *tool.Error
	if !errors.As(err, &told) || told.Told.Kind.Tag() != shared.ErrorKind_NotReady || err.Error() != "no scene is loaded" {
		t.Fatal(err)
	}
}
