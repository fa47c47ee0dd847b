//! Tests of the conversion of guests' results: sizes, JSON and errors.

use super::*;
use host_guest::bindings::current::unity_tools::tool::types::{AnnotatedText, ResourceLink};

const ANSWER: Answer<'static> = Answer {
    what: &"tool `t`",
    bundle: "b",
    limit: 100,
};

fn result(structured: Option<&str>, content: Vec<Content>) -> tools::ToolResult {
    tools::ToolResult {
        content,
        structured: structured.map(str::to_owned),
        diagnostics: vec!["partial".to_owned()],
        is_error: false,
        extra: Vec::new(),
    }
}

#[test]
fn passes_json_through_unchanged() {
    let outcome = ANSWER.tool(
        result(Some("{\"b\": 1,  \"a\":2}"), Vec::new()),
        vec!["partial".to_owned()],
    );
    let outcome = outcome.expect("good");
    assert_eq!(outcome.structured.expect("structured").get(), "{\"b\": 1,  \"a\":2}");
    assert_eq!(outcome.diagnostics, ["partial"]);
}

#[test]
fn reports_broken_json_as_tool_failure() {
    let error = ANSWER
        .tool(result(Some("{\"a\":"), Vec::new()), Vec::new())
        .expect_err("broken");
    assert_eq!(error.kind, ErrorKind::ToolFailed);
    assert!(
        error.message.contains("tool `t`") && error.message.contains("`structured`"),
        "{error}"
    );
}

#[test]
fn reports_lone_surrogate_as_tool_failure_with_its_position() {
    let error = ANSWER
        .tool(result(Some(r#"{"name": "cut \ud83d"}"#), Vec::new()), Vec::new())
        .expect_err("half a pair");
    assert_eq!(error.kind, ErrorKind::ToolFailed);
    assert!(
        error.message.contains("`structured`") && error.message.contains(r"`\ud83d` at byte 14 is half"),
        "{error}"
    );
}

#[test]
fn reports_ambiguous_json_anywhere_as_tool_failure() {
    let told = |answered: tools::ToolResult| ANSWER.tool(answered, Vec::new()).expect_err("refused").message;
    for (text, part) in [
        (
            r#"{"to":1,"to":2}"#,
            "broken `structured`: the member `to` at byte 8 occurs twice",
        ),
        (
            r#"{"n":1e999}"#,
            "broken `structured`: the number 1e999 at byte 5 is outside",
        ),
    ] {
        let message = told(result(Some(text), Vec::new()));
        assert!(message.contains(part), "{message}");
    }
    let pairs = |pairs: &[(&str, &str)]| -> Extra {
        let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        pairs.iter().map(owned).collect()
    };
    let twice = pairs(&[("a/b", "1"), ("a/b", "2")]);
    let inside = pairs(&[("a/b", r#"{"c":1,"c":2}"#)]);
    for (extra, part) in [
        (&twice, "extra`: the key `a/b` occurs twice"),
        (&inside, "extra`: in the value of `a/b`, the member `c` at byte 7"),
    ] {
        let message = told(tools::ToolResult {
            extra: extra.clone(),
            ..result(None, Vec::new())
        });
        assert!(message.contains(part), "{message}");
        let contents = ResourceContents {
            uri: "x:y".to_owned(),
            mime_type: None,
            body: Body::Text(String::new()),
            extra: extra.clone(),
        };
        let error = ANSWER.resource(vec![contents.clone()]).expect_err("refused");
        assert!(error.message.contains(part), "{error}");
        let message = told(result(None, vec![Content::EmbeddedResource(contents)]));
        assert!(message.contains(part), "{message}");
    }
    let fine = pairs(&[("a/b", "not JSON {"), ("own", "1")]);
    let outcome = ANSWER.tool(
        tools::ToolResult {
            extra: fine.clone(),
            ..result(None, Vec::new())
        },
        Vec::new(),
    );
    let extra = outcome.expect("good").extra.expect("some");
    assert_eq!((extra.bundle.as_str(), extra.pairs), ("b", fine));
}

#[test]
fn reports_invalid_extra_members_as_tool_failure() {
    let extra = |key: &str, value: &str| vec![(key.to_owned(), value.to_owned())];
    let link = |extra| {
        Content::ResourceLink(ResourceLink {
            uri: "x:y".to_owned(),
            name: "n".to_owned(),
            description: None,
            mime_type: None,
            extra,
        })
    };
    let text = |extra| {
        Content::AnnotatedText(AnnotatedText {
            text: "t".to_owned(),
            extra,
        })
    };
    let contents = |extra| ResourceContents {
        uri: "x:y".to_owned(),
        mime_type: None,
        body: Body::Text(String::new()),
        extra,
    };
    let rendered = |content, extra| prompts::Rendered {
        description: None,
        messages: vec![prompts::Message {
            role: prompts::Role::User,
            content,
        }],
        extra,
    };
    let icons = extra("icons", r#"[{"src":"http://10.0.0.1/i"}]"#);
    let plain = || Content::Text("t".to_owned());
    let told: [(Result<(), CallError>, &str); 6] = [
        (
            ANSWER
                .tool(result(None, vec![plain(), link(icons.clone())]), Vec::new())
                .map(|_| ()),
            "`content[1].extra`: `icons` contains an icon whose `src`",
        ),
        (
            ANSWER
                .tool(result(None, vec![text(extra("annotations", "7"))]), Vec::new())
                .map(|_| ()),
            "`content[0].extra`: `annotations` is not a JSON object",
        ),
        (
            ANSWER.resource(vec![contents(extra("annotations", "{}"))]).map(|_| ()),
            "`contents[0].extra`: MCP has no `annotations` on the contents of a resource",
        ),
        (
            ANSWER
                .prompt(rendered(link(extra("cost", "7")), Vec::new()))
                .map(|_| ()),
            "`messages[0].content.extra`: the key `cost` has no owner",
        ),
        (
            ANSWER
                .prompt(rendered(plain(), extra("io.modelcontextprotocol/x", "7")))
                .map(|_| ()),
            "`extra`: the owner of the key `io.modelcontextprotocol/x` is MCP itself",
        ),
        (
            ANSWER
                .prompt(rendered(plain(), extra("a/b", &"x".repeat(100))))
                .map(|_| ()),
            "at most 100 bytes",
        ),
    ];
    for (told, part) in told {
        let error = told.expect_err(part);
        assert!(error.message.contains(part), "{error}");
    }
    let good = extra("a/b", "7");
    let embedded = Content::EmbeddedResource(contents(extra("annotations", "{}")));
    let outcome = ANSWER.tool(result(None, vec![text(good.clone()), embedded]), Vec::new());
    let outcome = outcome.expect("good");
    assert!(matches!(&outcome.content[0], ContentBlock::Text { extra, .. } if *extra == good));
    let prompt = ANSWER.prompt(rendered(plain(), good.clone())).expect("good");
    assert_eq!(prompt.extra, good);
}

#[test]
fn oversized_result_error_names_size_and_setting() {
    let text = Content::Text("x".repeat(2048));
    let error = ANSWER
        .tool(result(None, vec![text]), Vec::new())
        .expect_err("too large");
    assert_eq!(error.kind, ErrorKind::TooLarge);
    assert!(
        error.message.contains("2.0 KiB") && error.message.contains("`limits.result`"),
        "{error}"
    );
}

#[test]
fn passes_unknown_content_as_text_with_diagnostic() {
    let outcome = ANSWER
        .tool(result(None, vec![Content::Other("{}".to_owned())]), Vec::new())
        .expect("good");
    assert!(matches!(&outcome.content[0], ContentBlock::Text { text, .. } if text == "{}"));
    assert!(outcome.diagnostics.iter().any(|note| note.starts_with("content[0]")));
    let known = r#"{"type":"resource_link","uri":"x:y","icons":7}"#;
    let outcome = ANSWER
        .tool(result(None, vec![Content::Other(known.to_owned())]), Vec::new())
        .expect("good");
    assert!(matches!(&outcome.content[0], ContentBlock::Text { text, .. } if text == known));
    let named = |note: &String| note.starts_with("content[0]") && note.contains("`resource-link`");
    assert!(outcome.diagnostics.iter().any(named), "{:?}", outcome.diagnostics);
}

#[test]
fn maps_busy_error_to_rate_limited_with_retry_time() {
    let error = Error {
        kind: WitKind::Busy,
        message: "the queue is full".to_owned(),
        hint: None,
        detail: None,
        data: None,
        retry_after_ms: Some(250),
    };
    let told = ANSWER.error(error.clone(), Vec::new());
    assert_eq!(told.kind, ErrorKind::RateLimited);
    assert_eq!(told.diagnostics, Vec::<String>::new(), "nothing is left to explain");
    let details = |data: &str| {
        let data = Some(data.to_owned()).filter(|data| !data.is_empty());
        let told = ANSWER.error(Error { data, ..error.clone() }, Vec::new());
        (told.details.expect("details").get().to_owned(), told.diagnostics.len())
    };
    assert_eq!(details(""), (r#"{"retryAfterMs":250}"#.to_owned(), 0));
    assert_eq!(
        details(r#"{"length":9}"#),
        (r#"{"length":9,"retryAfterMs":250}"#.to_owned(), 0)
    );
    assert_eq!(details("[9]"), ("[9]".to_owned(), 1), "said beside what is no object");
}

#[test]
fn guest_error_of_unknown_kind_keeps_its_message() {
    let error = ANSWER.error(
        Error {
            kind: WitKind::Other("moon".to_owned()),
            message: "no moon".to_owned(),
            hint: Some("wait".to_owned()),
            detail: None,
            data: Some("{".to_owned()),
            retry_after_ms: None,
        },
        Vec::new(),
    );
    assert_eq!((error.kind, error.message.as_str()), (ErrorKind::ToolFailed, "no moon"));
    assert_eq!(error.details, None);
    assert_eq!(error.diagnostics.len(), 2);
}
