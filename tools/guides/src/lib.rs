//! The bundle `guides`: MCP prompts for exploring a project.
//!
//! Belongs here: the list of prompts. Their texts are in one file for objects and one for files; `completion` completes
//! their arguments.

mod completion;
mod file_prompts;
mod scene_prompts;

pub use completion::Names;
pub use file_prompts::{PerformancePass, ReviewPrefab};
pub use scene_prompts::{ExplainScene, FindWhyInvisible, FindWhyNoCollision};

unity_tools::export! {
    tools: [],
    prompts: [ExplainScene, FindWhyInvisible, FindWhyNoCollision, ReviewPrefab, PerformancePass],
    completions: Names,
}

#[cfg(test)]
mod tests {
    use super::BUNDLE_PROMPTS;
    use unity_tools::export::get_prompt;
    use unity_tools::types::Content;

    #[test]
    fn prompt_text_contains_its_arguments_and_first_tool_calls() {
        /// A test case: the prompt's name, its arguments, and words that its text must contain.
        type Row<'a> = (&'a str, &'a [(&'a str, &'a str)], &'a [&'a str]);
        let table: [Row<'_>; 5] = [
            (
                "explain_scene",
                &[("scene", "Assets/A.unity")],
                &["`Assets/A.unity`", "outline"],
            ),
            (
                "find_why_invisible",
                &[("object", "/A/B")],
                &["`/A/B`", "get_components", "cullingMask"],
            ),
            (
                "find_why_no_collision",
                &[("object", "/A"), ("other", "/B")],
                &["`/A`", "`/B`", "project_settings", "isTrigger"],
            ),
            (
                "review_prefab",
                &[("prefab", "Assets/P.prefab")],
                &["`Assets/P.prefab`", "prefab_overrides"],
            ),
            (
                "performance_pass",
                &[],
                &["the whole project", "find_objects", "list_assets"],
            ),
        ];
        for (name, given, words) in table {
            let given: Vec<(String, String)> = given.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
            let rendered = get_prompt(BUNDLE_PROMPTS, name, &given).expect(name);
            let [message] = &rendered.messages[..] else {
                panic!("{name}: one message")
            };
            let Content::Text(text) = &message.content else {
                panic!("{name}: text")
            };
            for word in words {
                assert!(text.contains(word), "{name} lacks {word}: {text}");
            }
        }
        let missing = get_prompt(BUNDLE_PROMPTS, "review_prefab", &[]).expect_err("it needs one");
        assert!(missing.message.contains("prefab"), "{missing:?}");
    }
}
