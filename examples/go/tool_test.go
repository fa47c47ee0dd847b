package tools

import (
	"errors"
	"testing"

	"unity_tools/fake"
	shared "unity_tools/imports/unity_tools_shared_types"
	objects "unity_tools/imports/unity_tools_unity_objects"
	scenes "unity_tools/imports/unity_tools_unity_scenes"
	"unity_tools/tool"
	types "unity_tools/wit/types"
)

type page = types.Tuple2[[]objects.ObjectCard, objects.PageInfo]

// Run by `unity-tool-host test`, without a host: the imports are answered here, two objects a page.
func town() {
	fake.Unity()
	fake.On(scenes.Find, func(name string) types.Result[scenes.Scene, shared.Error] {
		if name != "Town" {
			return types.Err[scenes.Scene](shared.Error{Kind: shared.MakeErrorKindNotFound(), Message: "no scene is called " + name})
		}
		return types.Ok[scenes.Scene, shared.Error](scenes.Scene{Id: "scn:1", Path: "Assets/Town.unity"})
	})
	fake.On(objects.ListObjects, func(_ objects.ObjectFilter, asked objects.PageRequest) types.Result[page, shared.Error] {
		found := page{F0: []objects.ObjectCard{{Path: "/Night"}, {Path: "/Night/Lamp", Active: true}}}
		found.F1 = objects.PageInfo{Total: 3, NextOffset: tool.Some(uint32(2))}
		if asked.Offset == 2 {
			found.F0 = []objects.ObjectCard{{Path: "/Sun", Active: true, ActiveInHierarchy: true}}
			found.F1 = objects.PageInfo{Total: 3}
		}
		return types.Ok[page, shared.Error](found)
	})
}

func TestListsActiveObjectsWithAnInactiveParent(t *testing.T) {
	town()
	answer, err := tool.Run("list_hidden_objects", `{"scene": "Town"}`)
	if err != nil || answer != `{"scene":"Assets/Town.unity","objects":["/Night/Lamp"]}` || fake.Progress != 2 {
		t.Fatal(answer, err, fake.Progress)
	}
}

func TestReturnsTheErrorOfAnUnknownScene(t *testing.T) {
	town()
	_, err := tool.Run("list_hidden_objects", `{"scene": "Twon"}`)
	var failed *tool.Error
	if !errors.As(err, &failed) || failed.Told.Kind.Tag() != shared.ErrorKind_NotFound {
		t.Fatal(err)
	}
}
