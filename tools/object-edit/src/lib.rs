//! The bundle `object-edit`: tools that change objects.
//!
//! Belongs here: the list of the bundle's tools.

mod destroy_object;
mod reparent;
mod set_active;

unity_tools::bundle![
    set_active::set_active,
    reparent::reparent,
    destroy_object::destroy_object
];

#[cfg(test)]
mod tests {
    use super::BUNDLE_TOOLS;
    use unity_tools::Effect;
    use unity_tools::export::list_tools;

    #[test]
    fn write_tools_describe_id_source_and_session_scope() {
        let tools = list_tools(BUNDLE_TOOLS);
        let effects: Vec<(&str, Effect)> = tools
            .iter()
            .map(|tool| (tool.name.as_str(), tool.effect.clone()))
            .collect();
        assert_eq!(
            effects,
            [
                ("SetActive", Effect::Write),
                ("Reparent", Effect::Write),
                ("DestroyObject", Effect::Destructive)
            ]
        );
        for tool in &tools {
            assert!(tool.description.contains("Session only"), "{}", tool.name);
            assert!(tool.description.contains("ListObjects"), "{}", tool.name);
            assert_eq!(tool.needs, ["scene-edit"]);
        }
    }
}
