// Package tools is the bundle `my-tools`.
package tools

import (
	"unity_tools/tool"

	// This import is a right: `wit/world.wit` names it, and the operator can revoke it.
	objects "unity_tools/imports/unity_tools_unity_objects"
)

type wanted struct {
	Component string `json:"component" min:"1" max:"200" about:"Component type, full or short name, such as Camera."`
	Limit     uint32 `json:"limit" default:"10" min:"1" max:"100" about:"How many to name."`
}

type counted struct {
	Total uint32   `json:"total" about:"All objects in the loaded scenes that have the component."`
	First []string `json:"first" about:"The paths of the first of them."`
}

var _ = tool.Add("count_objects", countObjects, tool.About{
	Description: "Counts the objects of the loaded scenes that have a component of one type, and names the first of them.",
	Category:    "scene",
	Examples:    []string{`{"component": "Camera"}`},
})

func countObjects(call tool.Call, given wanted) (counted, error) {
	call.Info("looking for objects with a %s", given.Component)
	filter := objects.ObjectFilter{ComponentType: tool.Some(given.Component), Order: objects.MakeObjectOrderHierarchy()}
	found, err := tool.Ask(objects.ListObjects(filter, objects.PageRequest{Limit: given.Limit}))
	if err != nil {
		return counted{}, err
	}
	call.Progress(1, 1, "all loaded scenes are read")
	if len(found.F0) == 0 {
		return counted{}, tool.NotFound("no object has a %s", given.Component).Hint("give a component's type, such as Camera or Light")
	}
	answer := counted{Total: found.F1.Total}
	for _, object := range found.F0 {
		answer.First = append(answer.First, object.Path)
	}
	return answer, nil
}
