//! Tests of the accepted listings, and of the error messages for others.

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
fn accepts_valid_tool_unchanged() {
    let specs = tools(vec![tool("scene.hierarchy.dump"), tool("x")]).expect("good");
    assert_eq!(specs[0].name, "scene.hierarchy.dump");
    assert_eq!(specs[0].annotations.read_only, Some(true));
}

#[test]
fn refusal_names_the_tool_and_the_field() {
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
fn rejects_tool_names_that_differ_only_in_case() {
    let error = tools(vec![tool("Ping"), tool("ping")]).expect_err("twice");
    assert_eq!(error.to_string(), "tool `ping` is listed twice (case is ignored)");
}

#[test]
fn limits_count_and_size_of_tools() {
    let many = (0..=MOST).map(|number| tool(&format!("t{number}"))).collect();
    assert!(tools(many).expect_err("too many").to_string().contains("501 items"));
    let mut large = tool("t");
    large.description = "x".repeat(MOST_BYTES);
    assert!(refusal(large).contains("bytes of text"));
}

#[test]
fn limits_total_text_of_all_lists_together() {
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
fn requires_valid_uri_with_scheme_for_resources() {
    let taken = |uris: &[&str]| {
        let listed = uris.iter().map(|uri| resource(uri, 0)).collect();
        resources(listed, &mut Bytes(0))
    };
    assert!(taken(&["unity://scenes", "unity://object/{id}"]).is_ok());
    for uri in ["scenes", "unity:", "uni ty://x", "unity://a b", "1a:b"] {
        assert!(taken(&[uri]).is_err(), "{uri}");
    }
}

/// Returns the error for a listing section with this JSON.
fn section_error(json: &str) -> String {
    match json::read(json) {
        Ok(_) => panic!("{json} is read"),
        Err(error) => error.to_string(),
    }
}

const GOOD: &str = r#"{"name":"t","description":"d","category":"c","tier":"core","effect":"read","input-schema":{}}"#;

#[test]
fn section_error_names_member_actual_and_expected_type() {
    let of = "of the section `unity-tools:listing/0.3`";
    for (json, kind) in [
        ("[]", "\"[]\", an array"),
        (" [[],[],[]]", "\" [[],[],[]]\", an array"),
        ("5", "\"5\", a number"),
        ("null", "\"null\", null"),
    ] {
        let told = section_error(json);
        let wanted = format!("the section `unity-tools:listing/0.3` is wrong: it is {kind}, expected an object");
        assert!(told.starts_with(&wanted), "{told}");
    }
    for (json, told) in [
        (
            r#"{"tools":{}}"#,
            format!("`tools` {of} is \"{{}}\", an object, expected an array of objects"),
        ),
        (
            r#"{"tools":[],"prompts":null}"#,
            format!("`prompts` {of} is \"null\", null, expected an array of objects"),
        ),
        (
            r#"{"tools":[[]]}"#,
            format!("`tools[0]` {of}: invalid type: sequence, expected an object"),
        ),
        (
            r#"{"tools":["a"]}"#,
            format!("`tools[0]` {of}: invalid type: string \"a\", expected an object"),
        ),
        (
            r#"{"prompts":[]}"#,
            "the section `unity-tools:listing/0.3` is wrong: missing field `tools`".to_owned(),
        ),
    ] {
        let found = section_error(json);
        assert!(found.starts_with(&told), "{found} is not {told}");
    }
}

#[test]
fn section_error_gives_the_path_of_the_invalid_member() {
    for (from, to, member, told) in [
        (
            r#""description":"d""#,
            r#""description":5"#,
            ".description",
            "invalid type: integer `5`, expected a string",
        ),
        (
            r#""name":"t""#,
            "\"name\" :\n ['t']".replace('\'', "\"").as_str(),
            ".name",
            "invalid type: sequence, expected a string",
        ),
        (
            r#""tier":"core""#,
            r#""tier":null"#,
            ".tier",
            "invalid type: null, expected a string",
        ),
        (
            r#""tier":"core""#,
            r#""tier":"core","needs":"x""#,
            ".needs",
            "invalid type: string \"x\", expected a sequence",
        ),
        (
            r#""tier":"core""#,
            r#""tier":"core","annotations":[]"#,
            ".annotations",
            "invalid type: sequence, expected an object",
        ),
        (r#""tier":"core""#, r#""tyre":"core""#, "", "unknown field `tyre`"),
        (r#""tier":"core","#, "", "", "missing field `tier`"),
    ] {
        let json = format!("{{\"tools\":[{GOOD},{}]}}", GOOD.replace(from, to));
        let wanted = format!("`tools[1]{member}` of the section `unity-tools:listing/0.3`: {told}");
        let found = section_error(&json);
        assert!(found.starts_with(&wanted), "{found} is not {wanted}");
    }
    let prompt = r#"{"tools":[],"prompts":[{"name":"p","arguments":[["who"]]}]}"#;
    let found = section_error(prompt);
    assert!(found.starts_with("`prompts[0].arguments` of the section"), "{found}");
    assert!(found.contains("invalid type: sequence, expected an object"), "{found}");
    let listed = json::read(&format!("{{\"tools\":[{GOOD}]}}")).expect("a good one");
    assert_eq!(
        (listed.tools[0].name.as_str(), listed.tools[0].input_schema.as_str()),
        ("t", "{}")
    );
}
