package tool

import (
	listing "unity_tools/imports/unity_tools_tool_listing"
	types "unity_tools/wit/types"
)

var effects = map[Effect]listing.Effect{
	"":               listing.MakeEffectRead(),
	Read:             listing.MakeEffectRead(),
	Write:            listing.MakeEffectWrite(),
	WriteUnconfirmed: listing.MakeEffectWriteUnconfirmed(),
	Destructive:      listing.MakeEffectDestructive(),
	Code:             listing.MakeEffectCode(),
	Config:           listing.MakeEffectConfig(),
}

// List returns the listing of the bundle.
func List() []listing.Tool {
	listed := make([]listing.Tool, 0, len(all))
	for _, one := range all {
		effect, known := effects[one.about.Effect]
		if !known {
			effect = listing.MakeEffectOther(string(one.about.Effect))
		}
		category := one.about.Category
		if category == "" {
			category = "general"
		}
		listed = append(listed, listing.Tool{
			Name:         one.name,
			Title:        maybe(one.about.Title),
			Description:  one.about.Description,
			Category:     category,
			Tier:         "core",
			Notes:        maybe(one.about.Notes),
			Examples:     one.about.Examples,
			Effect:       effect,
			InputSchema:  one.input.text(),
			OutputSchema: types.Some(one.output.text()),
			Needs:        one.about.Needs,
			DryRun:       maybe(one.about.DryRun),
		})
	}
	return listed
}

func maybe(text string) types.Option[string] {
	if text == "" {
		return types.None[string]()
	}
	return types.Some(text)
}
