// Package tools is the bundle `hidden-objects`: objects that a parent hides.
package tools

import (
	"unity_tools/tool"

	objects "unity_tools/imports/unity_tools_unity_objects"
	scenes "unity_tools/imports/unity_tools_unity_scenes"
	types "unity_tools/wit/types"
)

type wanted struct {
	Scene string `json:"scene" min:"1" max:"300" about:"Name or asset path of the scene."`
}

type hidden struct {
	Scene   string   `json:"scene" about:"The asset path of the scene."`
	Objects []string `json:"objects" about:"The paths of the objects, in hierarchy order."`
}

var _ = tool.Add("list_hidden_objects", listHiddenObjects, tool.About{
	Description: "List the objects of one scene that are active themselves but have an inactive parent. Their scripts do not run, " +
		"although the inspector shows these objects as active.",
	Category: "scene",
	Examples: []string{`{"scene": "Main"}`},
})

func listHiddenObjects(call tool.Call, given wanted) (hidden, error) {
	scene, err := tool.Ask(scenes.Find(given.Scene))
	if err != nil {
		return hidden{}, err
	}
	call.Info("reading %s", scene.Path)
	filter := objects.ObjectFilter{Scene: tool.Some(scene.Id), Order: objects.MakeObjectOrderHierarchy()}
	answer := hidden{Scene: scene.Path}
	for offset, more := uint32(0), true; more; {
		found, err := tool.Ask(objects.ListObjects(filter, objects.PageRequest{Offset: offset, Limit: 500}))
		if err != nil {
			return hidden{}, err
		}
		for _, object := range found.F0 {
			if object.Active && !object.ActiveInHierarchy {
				answer.Objects = append(answer.Objects, object.Path)
			}
		}
		next, total := found.F1.NextOffset, found.F1.Total
		if more = next.Tag() == types.OptionSome; more {
			offset = next.Some()
		} else {
			offset = total
		}
		call.Progress(float64(offset), float64(total), "objects are read")
	}
	return answer, nil
}
