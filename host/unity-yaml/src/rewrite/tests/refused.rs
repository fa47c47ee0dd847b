//! Tests that changes of values with a spelling other than Unity's are rejected.

use super::*;
use std::borrow::Cow;

const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!114 &1\nM:\n";

fn text(text: &str) -> Node<'static> {
    Node::Text(Cow::Owned(text.to_owned()))
}

/// Writes a file with `body`, sets `key` to `value`, and returns the new body or the error.
fn set(body: &str, key: &str, value: Node<'static>) -> Result<String, NotExactWhy> {
    let whole = format!("{HEAD}{body}");
    let file = File::parse(whole.as_bytes()).expect("a text asset");
    let document = file.documents().next().expect("a document");
    let tree = document.tree().expect("a tree");
    let mut new = tree.entries()[0].1.clone();
    match &mut new {
        Node::Map(entries) => match entries.iter_mut().find(|(known, _)| known == key) {
            Some((_, old)) => *old = value,
            None => entries.push((Cow::Owned(key.to_owned()), value)),
        },
        _ => panic!("no fields"),
    }
    let patches = document
        .patches(&new, Style::detect(&whole).0)
        .map_err(|error| error.why)?;
    let written = apply(&whole, patches).expect("a text");
    Ok(written[HEAD.len()..].to_owned())
}

#[test]
fn writes_one_field_and_keeps_the_rest() {
    let body = "  m_A: 1\n  m_Odd:   spaced   \n  m_B: x\n";
    assert_eq!(
        set(body, "m_B", text("it's")),
        Ok("  m_A: 1\n  m_Odd:   spaced   \n  m_B: it's\n".to_owned())
    );
    assert_eq!(
        set("  m_A: 1", "m_A", text("2")),
        Ok("  m_A: 2".to_owned()),
        "no line end at the end of the file"
    );
    let list = "  m_L: []\n  m_B: x\n";
    let items = Node::List(vec![text("a"), text("")]);
    assert_eq!(
        set(list, "m_L", items),
        Ok("  m_L:\n  - a\n  - \n  m_B: x\n".to_owned())
    );
}

#[test]
fn rejects_edit_of_noncanonical_spelling() {
    for body in [
        "  m_B:   x\n",
        "  m_B: 'x'\n",
        "  m_B: \"x\"\n",
        "  m_B: x\n\n",
        "  m_B: |\n    x\n",
        "  m_B: {x: 1,y: 2}\n",
        "  m_B:\n    - x\n",
    ] {
        let why = set(body, "m_B", text("y")).expect_err(body);
        assert_eq!(why, NotExactWhy::Spelling { key: "m_B".to_owned() }, "{body}");
    }
}

#[test]
fn rejects_values_and_fields_of_unknown_form() {
    let map = Node::Map(vec![(Cow::Borrowed("strange"), text("1"))]);
    let unknown = NotExactWhy::UnknownForm { key: "m_B".to_owned() };
    assert_eq!(
        set("  m_B: []\n", "m_B", Node::List(vec![map.clone()])),
        Err(unknown.clone())
    );
    assert_eq!(set("  m_B: x\n", "m_B", map), Err(unknown.clone()));
    for strange in ["...", "... x"] {
        let unknown = NotExactWhy::UnknownText { key: "m_B".to_owned() };
        assert_eq!(set("  m_B: x\n", "m_B", text(strange)), Err(unknown), "{strange}");
    }
    let missing = set("  m_B: x\n", "m_New", text("1"));
    assert!(matches!(missing, Err(NotExactWhy::OtherFields { .. })), "{missing:?}");
}

/// Tests names of separators in a hierarchy, as files contain them (`m_Name: ---`, `m_Text: -----`).
#[test]
fn writes_leading_dashes_unquoted() {
    for name in ["---", "--- x", "-----", "---x ---"] {
        let written = set("  m_A: 1\n  m_B: x\n", "m_B", text(name));
        assert_eq!(written, Ok(format!("  m_A: 1\n  m_B: {name}\n")));
    }
}

#[test]
fn formats_certain_numbers_as_shortest_text() {
    let table = [
        (0.0, Some("0")),
        (-0.0, Some("-0")),
        (0.1, Some("0.1")),
        (1.0, Some("1")),
        (5.960_464_5e-8, Some("0.000000059604645")),
        (-8.940_697e-8, Some("-0.00000008940697")),
        (1_234_567.0, Some("1234567")),
        (f32::INFINITY, Some("Infinity")),
        (f32::NEG_INFINITY, Some("-Infinity")),
        (f32::NAN, None),
        (1e-9, Some("0.000000001")),
        (1e-10, Some("1e-10")),
        (1e30, Some("1e+30")),
        (5e9, None),
    ];
    for (value, text) in table {
        assert_eq!(crate::float_text(value).as_deref(), text, "{value}");
    }
    assert_eq!(
        crate::double_text(0.019_999_999_552_965_164).as_deref(),
        Some("0.019999999552965164")
    );
    assert_eq!(crate::double_text(2.0).as_deref(), Some("2"));
}

#[test]
fn detects_number_spellings_of_older_versions() {
    let body = |number: &str| format!("{HEAD}  m_A: {{x: 1, y: {number}, z: 0}}\n  m_B: 1.50\n");
    for (number, is_other) in [
        ("0.5", false),
        ("-0", false),
        (".5", true),
        ("0.100000001", true),
        ("1e-05", true),
        ("1e-10", false),
    ] {
        let text = body(number);
        let seen = crate::other_spelling(&text);
        assert_eq!(seen, is_other.then_some((5, number)), "{number}");
    }
}
