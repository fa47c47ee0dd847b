//! Tests of the allowed extra members of each kind of MCP object, and of their values.

use super::*;

const ALL: [ExtraOf; 9] = [
    ExtraOf::Tool,
    ExtraOf::Resource,
    ExtraOf::Prompt,
    ExtraOf::Result,
    ExtraOf::Rendered,
    ExtraOf::Block,
    ExtraOf::Link,
    ExtraOf::Contents,
    ExtraOf::Embedded,
];

fn checked(of: ExtraOf, pairs: &[(&str, &str)]) -> Result<(), String> {
    let owned = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
    of.check(&pairs.iter().map(owned).collect::<Vec<_>>())
}

#[test]
fn accepts_only_owned_members_and_valid_mcp_members() {
    let fine = [
        (
            "icons",
            r#"[{"src":"https://a.example/i.png","sizes":["48x48"],"theme":"dark"},{"src":"data:image/png;base64,AA=="}]"#,
        ),
        (
            "annotations",
            r#"{"priority":1,"audience":["user","assistant"],"lastModified":"2026-01-12T15:00:58Z","own":7}"#,
        ),
        ("acme.example/cost", "7"),
        ("acme.example/note", "any text"),
    ];
    assert_eq!(checked(ExtraOf::Link, &fine), Ok(()));
    for (pairs, part) in [
        (&[("icons", "7")][..], "not a JSON array"),
        (&[("icons", r#"[{"src":"http://10.0.0.1/i.png"}]"#)], "`src`"),
        (&[("icons", r#"[{"src":"file:///etc/passwd"}]"#)], "`src`"),
        (&[("icons", "[7]")], "`src`"),
        (&[("icons", r#"[{"src":"https://a","sizes":"48x48"}]"#)], "`sizes`"),
        (&[("icons", r#"[{"src":"https://a","mimeType":7}]"#)], "`mimeType`"),
        (&[("icons", r#"[{"src":"https://a","theme":"blue"}]"#)], "`theme`"),
        (&[("annotations", "7")], "not a JSON object"),
        (&[("annotations", r#"{"priority":2}"#)], "a number from 0 to 1"),
        (&[("annotations", r#"{"audience":["all"]}"#)], "`user` and `assistant`"),
        (&[("annotations", r#"{"lastModified":7}"#)], "`lastModified`"),
        (&[("cost", "7")], "`icons`, `annotations` or `<owner>/<name>`"),
        (&[("/cost", "7")], "`<owner>/<name>`"),
        (&[("acme/", "7")], "`<owner>/<name>`"),
        (&[("io.modelcontextprotocol/x", "7")], "MCP itself"),
        (&[("mcp/x", "7")], "MCP itself"),
        (&[("unity-tools/target", "7")], "which reads none of a resource link"),
        (&[("a/b", "1"), ("a/b", "2")], "`a/b` occurs twice"),
        (
            &[("a/b", r#"{"c":1,"c":2}"#)],
            "in the value of `a/b`, the member `c` at byte 7 occurs twice",
        ),
        (&[("a/b", "1e999")], "outside the range of a double"),
    ] {
        let problem = checked(ExtraOf::Link, pairs).expect_err(part);
        assert!(problem.contains(part), "{problem}");
    }
}

#[test]
fn rejects_members_where_mcp_has_no_place_for_them() {
    for of in ALL {
        let owned = [("acme.example/cost", "7")];
        assert_eq!(checked(of, &owned), Ok(()), "{of:?}");
        // The members of a result are under the bundle id, so any name is allowed.
        let is_result = of == ExtraOf::Result;
        let icons = checked(of, &[("icons", "[]")]);
        let with_icons = [ExtraOf::Tool, ExtraOf::Resource, ExtraOf::Prompt, ExtraOf::Link];
        assert_eq!(
            icons.is_ok(),
            is_result || with_icons.contains(&of),
            "{of:?}: {icons:?}"
        );
        let annotations = checked(of, &[("annotations", "{}")]);
        let with_annotations = [ExtraOf::Resource, ExtraOf::Block, ExtraOf::Link, ExtraOf::Embedded];
        assert_eq!(
            annotations.is_ok(),
            is_result || with_annotations.contains(&of),
            "{of:?}: {annotations:?}"
        );
        assert_eq!(checked(of, &[("cost", "7")]).is_ok(), is_result, "{of:?}");
        assert!(checked(of, &[("unity-tools/target", "7")]).is_err(), "{of:?}");
        assert!(checked(of, &[("", "7")]).is_err(), "{of:?}");
    }
    let tool = checked(ExtraOf::Tool, &[("annotations", "{}")]).expect_err("they would be ignored");
    assert!(tool.contains("in the record `annotations`"), "{tool}");
}

#[test]
fn accepts_host_keys_only_where_the_host_reads_them() {
    let notes = [(DIAGNOSTIC, "1"), (DIAGNOSTIC, "2")];
    assert_eq!(checked(ExtraOf::Contents, &notes), Ok(()));
    assert_eq!(checked(ExtraOf::Embedded, &notes), Ok(()));
    let listed = [
        ("unity-tools/listed-last", "true"),
        ("unity-tools/template", "a://b{?c}"),
        ("unity-tools/category", "scene"),
    ];
    assert_eq!(checked(ExtraOf::Resource, &listed), Ok(()));
    let twice = [listed[0], listed[0]];
    assert!(checked(ExtraOf::Resource, &twice).is_err(), "it would count once");
    let problem = checked(ExtraOf::Prompt, &listed).expect_err("a prompt is not listed last");
    assert!(
        problem.contains("reads `unity-tools/category` of a prompt"),
        "{problem}"
    );
}
