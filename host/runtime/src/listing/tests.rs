//! Which listings are taken, and what each refusal names.

use super::*;

fn tool(name: &str) -> wit::Tool {
    wit::Tool {
        name: name.to_owned(),
        title: None,
        description: "does something".to_owned(),
        category: "scene".to_owned(),
        tier: "core".to_owned(),
        notes: None,
        examples: Vec::new(),
        effect: wit::Effect::Read,
        annotations: wit::Annotations {
            read_only: Some(true),
            destructive: None,
            idempotent: None,
            open_world: None,
        },
        input_schema: r#"{"type":"object"}"#.to_owned(),
        output_schema: None,
        needs: vec!["scene".to_owned()],
        dry_run: None,
        extra: Vec::new(),
    }
}

fn tools(listed: Vec<wit::Tool>) -> Result<Vec<ToolSpec>, BadListing> {
    super::tools(listed, &mut Bytes(0))
}

fn refusal(tool: wit::Tool) -> String {
    tools(vec![tool]).expect_err("must be refused").to_string()
}

#[test]
fn a_good_tool_is_taken_as_it_is() {
    let specs = tools(vec![tool("scene.hierarchy.dump"), tool("x")]).expect("good");
    assert_eq!(specs[0].name, "scene.hierarchy.dump");
    assert_eq!(specs[0].annotations.read_only, Some(true));
}

#[test]
fn each_refusal_names_tool_and_field() {
    assert!(refusal(tool("with space")).contains("`name` is \"with space\""));
    assert!(refusal(tool("")).contains("`name`"));
    assert!(refusal(tool(&"x".repeat(65))).contains("1 to 64"));
    let mut schema = tool("t");
    schema.input_schema = "[1]".to_owned();
    assert!(refusal(schema).contains("tool `t`: `input-schema` is \"[1]\"; it must be a JSON object"));
    let mut schema = tool("t");
    schema.output_schema = Some("{".to_owned());
    assert!(refusal(schema).contains("tool `t`: `output-schema` is no JSON"));
    let mut needs = tool("t");
    needs.needs = vec!["magic".to_owned()];
    assert!(refusal(needs).contains("`needs` names \"magic\"; known are scene,"));
}

#[test]
fn names_that_differ_only_in_case_are_one_name() {
    let error = tools(vec![tool("Ping"), tool("ping")]).expect_err("twice");
    assert_eq!(error.to_string(), "tool `ping` is listed twice (case is ignored)");
}

#[test]
fn count_and_size_are_bounded() {
    let many = (0..=MOST).map(|number| tool(&format!("t{number}"))).collect();
    assert!(tools(many).expect_err("too many").to_string().contains("501 items"));
    let mut large = tool("t");
    large.description = "x".repeat(MOST_BYTES);
    assert!(refusal(large).contains("bytes of text"));
}

#[test]
fn the_text_of_all_lists_is_one_sum_that_everything_counts_in() {
    let prompt = |bytes: usize| wit::Prompt {
        name: "p".to_owned(),
        title: None,
        description: Some("x".repeat(bytes)),
        arguments: Vec::new(),
        extra: Vec::new(),
    };
    let half = MOST_BYTES / 2;
    let listed = |tool: wit::Tool, bytes: usize| {
        let listed = Listed {
            tools: vec![tool],
            resources: vec![resource("a:b", half)],
            prompts: vec![prompt(bytes)],
        };
        listed.checked().map(|_| ())
    };
    assert_eq!(listed(tool("t"), half - 1000), Ok(()));
    let error = listed(tool("t"), half).expect_err("each list by itself would fit");
    assert!(error.to_string().contains("together"), "{error}");
    let large: [fn(&mut wit::Tool, String); 2] = [
        |tool, text| tool.needs = vec!["scene".to_owned(); text.len() / 5],
        |tool, text| tool.dry_run = Some(text),
    ];
    for grow in large {
        let mut tool = tool("t");
        grow(&mut tool, "x".repeat(2000));
        assert!(listed(tool, half - 1000).is_err());
    }
}

fn resource(uri: &str, bytes: usize) -> wit::ResourceInfo {
    wit::ResourceInfo {
        uri: uri.to_owned(),
        is_template: false,
        name: "n".to_owned(),
        description: "x".repeat(bytes),
        mime_type: None,
        output_schema: None,
        example: None,
        extra: Vec::new(),
    }
}

#[test]
fn a_resource_needs_a_scheme() {
    let taken = |uris: &[&str]| {
        let listed = uris.iter().map(|uri| resource(uri, 0)).collect();
        resources(listed, &mut Bytes(0))
    };
    assert!(taken(&["unity://scenes", "unity://object/{id}"]).is_ok());
    for uri in ["scenes", "unity:", "uni ty://x", "unity://a b", "1a:b"] {
        assert!(taken(&[uri]).is_err(), "{uri}");
    }
}
