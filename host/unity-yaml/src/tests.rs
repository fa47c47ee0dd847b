//! Tests of special cases of the format, both kinds of line ends, and bytes that are not a scene.

use super::*;
use proptest::prelude::*;

const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";

fn tree(body: &str) -> Node<'static> {
    let lf = format!("{HEAD}--- !u!114 &1\n{body}");
    let crlf = lf.replace('\n', "\r\n");
    let read = |text: &str| -> Node<'static> {
        let file = File::parse(text.as_bytes()).expect("a text asset");
        let document = file.documents().next().expect("one document");
        document.tree().expect("a tree").to_static()
    };
    let node = read(&lf);
    assert_eq!(node, read(&crlf), "CRLF reads the same");
    assert_eq!(node, read(&format!("\u{feff}{lf}")), "a BOM is skipped");
    node
}

fn field<'a>(node: &'a Node<'a>, path: &[&str]) -> &'a Node<'a> {
    path.iter()
        .fold(node, |node, key| node.get(key).expect("the key is there"))
}

#[track_caller]
fn text_is(body: &str, path: &[&str], expected: &str) {
    let node = tree(body);
    assert_eq!(field(&node, path).text(), Some(expected), "{node:?}");
    if let [top, key] = path {
        let text = format!("{HEAD}--- !u!114 &1\n{body}");
        let file = File::parse(text.as_bytes()).expect("a text asset");
        let document = file.documents().next().expect("one document");
        assert_eq!(document.type_name(), *top);
        assert_eq!(document.field(key).expect("the field").scalar(), expected, "by field");
    }
}

#[test]
fn keeps_hash_in_plain_scalar() {
    text_is("M:\n  m_Text: Take #3\n", &["M", "m_Text"], "Take #3");
    text_is("M:\n  m_Name: Button #2 # x\n", &["M", "m_Name"], "Button #2 # x");
}

#[test]
fn scalars_stay_text() {
    for value in ["010", "1_000", "yes", "~", "1e5", "null", "0x1F", "-.inf", "1:30"] {
        text_is(&format!("M:\n  m_Name: {value}\n"), &["M", "m_Name"], value);
    }
    text_is("M:\n  m_Name: \n  m_Next: 1\n", &["M", "m_Name"], "");
    text_is("M:\n  m_Url: http://a/b:c\n", &["M", "m_Url"], "http://a/b:c");
}

#[test]
fn accepts_empty_key() {
    let node = tree("P:\n  scripting:\n    : UNITY_POST_PROCESSING_STACK_V2\n    1: X\n");
    assert_eq!(
        field(&node, &["P", "scripting", ""]).text(),
        Some("UNITY_POST_PROCESSING_STACK_V2")
    );
    assert_eq!(field(&node, &["P", "scripting", "1"]).text(), Some("X"));
}

#[test]
fn folds_plain_and_quoted_scalars() {
    text_is(
        "M:\n  m_Name: one two\n    three\n    # four\n  m_B: 1\n",
        &["M", "m_Name"],
        "one two three # four",
    );
    text_is("M:\n  m_Name: a\n\n    b\n", &["M", "m_Name"], "a\nb");
    text_is("M:\n  m_Name: 'it''s\n    long'\n", &["M", "m_Name"], "it's long");
    text_is("M:\n  m_Name: \"a\n\n    b\"\n", &["M", "m_Name"], "a\nb");
    text_is(
        "M:\n  m_Name: \"a\\\n    \\ b: c\"\n  m_B: 1\n",
        &["M", "m_Name"],
        "a b: c",
    );
    text_is("M:\n  m_Name: 'x: y # z'\n", &["M", "m_Name"], "x: y # z");
}

#[test]
fn decodes_escapes_in_double_quoted_text() {
    text_is(
        "M:\n  m_Name: \"\\x41\\u3042\\U0001F600\\t\\\"\\\\\\n.\"\n",
        &["M", "m_Name"],
        "A\u{3042}\u{1F600}\t\"\\\n.",
    );
    text_is("M:\n  m_Name: \"\\uD83D\\uDE00\"\n", &["M", "m_Name"], "\u{1F600}");
    text_is("M:\n  m_Name: \"\\UD83DDE00\"\n", &["M", "m_Name"], "\u{1F600}");
    text_is("M:\n  m_Name: \"\\uD83Dx\"\n", &["M", "m_Name"], "\u{FFFD}x");
}

#[test]
fn parses_wrapped_flow_collections() {
    let node = tree(
        "M:\n  m_A: {fileID: -7000, guid: 0123456789abcdef0123456789abcdef,\n    type: 3}\n  m_B: [1, [2, 3], {x: 1}]\n  m_C: {}\n  m_D: []\n  m_E: {a: , b}\n",
    );
    let reference = field(&node, &["M", "m_A"]).file_ref();
    assert_eq!(reference.file_id, -7000);
    assert_eq!(reference.guid.to_string(), "0123456789abcdef0123456789abcdef");
    assert_eq!(field(&node, &["M", "m_A", "type"]).text(), Some("3"));
    assert_eq!(field(&node, &["M", "m_B"]).items().len(), 3);
    assert_eq!(field(&node, &["M", "m_C"]), &Node::Map(vec![]));
    assert_eq!(field(&node, &["M", "m_D"]), &Node::List(vec![]));
    assert_eq!(field(&node, &["M", "m_E", "b"]).text(), Some(""));
}

#[test]
fn parses_unindented_and_nested_lists_and_explicit_keys() {
    let node = tree(
        "M:\n  m_A:\n  - a: 1\n    b: 2\n  - a: 3\n  m_B:\n  - - x\n    - y\n  - \n  -\n    z: 1\n  ? long\n  : value\n  m_C: 5\n",
    );
    assert_eq!(field(&node, &["M", "m_A"]).items().len(), 2);
    assert_eq!(
        field(&node, &["M", "m_A"]).items()[0].get("b").and_then(Node::text),
        Some("2")
    );
    let lists = field(&node, &["M", "m_B"]).items();
    assert_eq!(lists[0].items()[1].text(), Some("y"));
    assert_eq!(lists[1], Node::EMPTY);
    assert_eq!(lists[2].get("z").and_then(Node::text), Some("1"));
    assert_eq!(field(&node, &["M", "long"]).text(), Some("value"));
    assert_eq!(field(&node, &["M", "m_C"]).text(), Some("5"));
}

#[test]
fn parses_block_scalars() {
    text_is(
        "M:\n  m_A: |\n    one\n     two\n\n    three\n  m_B: 1\n",
        &["M", "m_A"],
        "one\n two\n\nthree\n",
    );
    text_is(
        "M:\n  m_A: >-\n    one\n    two\n\n    three\n  m_B: 1\n",
        &["M", "m_A"],
        "one two\nthree",
    );
    text_is("M:\n  m_A: |pipe\n", &["M", "m_A"], "|pipe");
}

#[test]
fn parses_64_bit_ids_in_document_heads() {
    let text = format!(
        "{HEAD}--- !u!1 &-8679921383154817045\nGameObject:\n  m_Name: a\n--- !u!1660057539 &9223372036854775807\nSceneRoots:\n  m_Roots: []\n--- !u!4 &7 stripped\nTransform:\n"
    );
    let file = File::parse(text.as_bytes()).expect("a text asset");
    let heads: Vec<_> = file.documents().map(|d| (d.class(), d.id(), d.stripped())).collect();
    assert_eq!(
        heads,
        [
            (1, -8_679_921_383_154_817_045, false),
            (1_660_057_539, i64::MAX, false),
            (4, 7, true)
        ]
    );
}

#[test]
fn fields_and_items_agree_with_the_tree() {
    let body = "M:\n  m_List:\n  - target: {fileID: 5, guid: 0123456789abcdef0123456789abcdef,\n      type: 3}\n    propertyPath: 'a: b'\n    value: \"x\n\n      - y\"\n  - target: {fileID: 6}\n  m_After: {fileID: 9}\n";
    let text = format!("{HEAD}--- !u!114 &1\n{body}");
    let file = File::parse(text.as_bytes()).expect("a text asset");
    let document = file.documents().next().expect("one document");
    let tree = document.tree().expect("a tree");
    let list = document.field("m_List").expect("the list");
    let items: Vec<_> = list.items().collect();
    assert_eq!(items.len(), 2);
    for (item, expected) in items
        .iter()
        .zip(tree.get("M").and_then(|m| m.get("m_List")).expect("list").items())
    {
        assert_eq!(&item.node().expect("an item"), expected);
        let keys: Vec<_> = item.fields().map(|f| f.key()).collect();
        let wanted: Vec<_> = expected.entries().iter().map(|(k, _)| k.as_ref()).collect();
        assert_eq!(keys, wanted);
    }
    assert_eq!(items[0].fields().nth(2).expect("value").scalar(), "x\n- y");
    assert_eq!(document.field("m_After").expect("after").file_ref().file_id, 9);
}

#[test]
fn reports_each_parse_error_with_its_cause() {
    let head = |rest: &str| format!("{HEAD}--- !u!114 &1\n{rest}");
    let table: [(&[u8], &str); 9] = [
        (b"", "empty"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS"),
        (
            b"\0\0\0\0\0\0\x10\0\0\0\0\x11\0\0",
            "binary form (serialized file version 17)",
        ),
        (b"{\"a\": 1}", "JSON"),
        (b"hello", "%YAML"),
        (b"%YAML 1.1\n", "no documents"),
        (b"%YAML 1.1\n--- !u!1 &x\n", "no document head"),
        (
            b"%YAML 1.1\n--- !u!1 &1\nA:\n  b: \xff\n",
            "UTF-8: bad byte at offset 30 (line 4)",
        ),
        (b"%YAML 1.1\n--- !u!1 &1\n<<<<<<< HEAD\n", "merge conflict at line 3"),
    ];
    for (bytes, expected) in table {
        let problem = File::parse(bytes).expect_err("no text asset");
        assert!(problem.to_string().contains(expected), "{problem} / {expected}");
        assert!(!problem.remedy().is_empty());
    }
    for (body, expected) in [
        ("A:\n  b: \"open\n", "line 5: a quoted text has no closing quote"),
        ("A:\n  b: {x: 1\n", "line 5: a `{` or `[` is not closed"),
        ("A:\n  just text\n  b: 1\n", "line 3"),
        ("A:\n  b: 1\n\tc: 2\n  d: 3\n", "line 6: a tab is used"),
        ("A:\n\tb: 1\n", "line 5: a tab is used"),
        ("A:\n  b: 'x' y\n", "line 5: text follows"),
        ("A:\n  b: \"\\q\"\n", "line 5: unknown escape"),
    ] {
        let text = head(body);
        let file = File::parse(text.as_bytes()).expect("a text asset");
        let result = file.documents().next().expect("one").tree();
        if expected == "line 3" {
            // A value that consists only of text is folded, as in YAML; nothing is lost.
            continue;
        }
        assert!(result.expect_err("no tree").to_string().contains(expected), "{body}");
    }
}

#[test]
fn rejects_too_deep_nesting() {
    let deep_flow = format!("A:\n  b: {}\n", "[".repeat(100_000));
    let deep_lists = format!("A:\n  b:\n  {}x\n", "- ".repeat(100_000));
    let deep_maps = (0..5_000).fold(String::from("A:\n"), |text, level| {
        text + &" ".repeat(level + 1) + "a:\n"
    });
    for body in [deep_flow, deep_lists, deep_maps] {
        let text = format!("{HEAD}--- !u!114 &1\n{body}");
        let file = File::parse(text.as_bytes()).expect("a text asset");
        let problem = file.documents().next().expect("one").tree().expect_err("too deep");
        assert_eq!(problem.kind, TreeProblemKind::TooDeep);
    }
}

const SEED: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &1\nGameObject:\n  m_Name: \"a \\u3042\n    b\"\n  m_List:\n  - - x\n  - {fileID: 1, guid: 0123456789abcdef0123456789abcdef,\n    type: 3}\n  ? k\n  : 'it''s'\n  : e\n--- !u!4 &-5 stripped\nTransform:\n  m_Text: |\n    lit\n  m_Father: {fileID: 0}\n";

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn mutated_files_never_panic(edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0_u8..3), 1..8)) {
        let mut bytes = SEED.as_bytes().to_vec();
        for (index, byte, kind) in edits {
            let at = index.index(bytes.len().max(1));
            match kind {
                0 if at < bytes.len() => bytes[at] = byte,
                1 if at < bytes.len() => { bytes.remove(at); }
                _ => bytes.insert(at.min(bytes.len()), b"\"'{}[]:-?|>#\\ \n\r"[usize::from(byte) % 16]),
            }
        }
        exercise(&bytes);
    }

    #[test]
    fn reads_any_single_quoted_text(name in "\\PC{0,40}") {
        let quoted = format!("'{}'", name.replace('\'', "''"));
        let text = format!("{HEAD}--- !u!1 &1\nGameObject:\n  m_Name: {quoted}\n  m_Next: 1\n");
        let file = File::parse(text.as_bytes()).expect("a text asset");
        let document = file.documents().next().expect("one document");
        prop_assert_eq!(document.field("m_Name").expect("the name").scalar(), name.as_str());
    }
}

#[test]
fn trailing_line_break_in_text_ends_no_enclosing_block() {
    let body = "M:\n  m_List:\n  - path: a\n    value: 'Send\n\n'\n    last: 1\n  - 'two\n\n'\n  - x\n  m_Next: y\n";
    let text = format!("{HEAD}--- !u!114 &1\n{body}");
    let file = File::parse(text.as_bytes()).expect("a text asset");
    let document = file.documents().next().expect("one document");
    let keys: Vec<&str> = document.fields().map(|field| field.key()).collect();
    assert_eq!(keys, ["m_List", "m_Next"]);
    let list = document.field("m_List").expect("the list");
    let items: Vec<Node<'_>> = list.items().map(|item| item.node().expect("an item")).collect();
    let tree = document.tree().expect("a tree");
    assert_eq!(items, field(&tree, &["M", "m_List"]).items());
    assert_eq!(items[0].get("value").and_then(Node::text), Some("Send\n"));
}
