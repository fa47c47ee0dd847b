//! Tests of property paths in both notations, and of the values to which they lead.

use super::*;

#[test]
fn resolves_property_paths_in_tree() {
    let text = "list:\n- icon: {fileID: 7}\n- icon: {fileID: 8}\n";
    let tree = unity_yaml::parse_bare(text).expect("a tree");
    let at = |path: &str| {
        let path = PropertyPath::parse(path).ok()?;
        path.find(&tree).map(|node| node.file_ref().file_id)
    };
    assert_eq!(at("list.Array.data[1].icon"), Some(8));
    assert_eq!(at("list[1].icon"), Some(8));
    for stale in ["list.Array.data[2].icon", "list.Array.data[x]", "gone", "list.icon"] {
        assert_eq!(at(stale), None, "{stale}");
    }
}

#[test]
fn parses_both_path_forms_and_rejects_malformed_paths() {
    let unity = PropertyPath::parse("a.Array.data[1].b.Array.data[0]").expect("a path");
    assert_eq!(unity.to_string(), "a[1].b[0]");
    assert_eq!(PropertyPath::parse("a[1].b[0]").as_ref(), Ok(&unity));
    assert_eq!(unity.names(), "a.b");
    for (bad, why) in [
        ("a[1", "expected a ]"),
        ("a[x]", "a position from 0"),
        ("a[1]b", "expected . or [ behind a[1]"),
    ] {
        let error = PropertyPath::parse(bad).expect_err(bad);
        assert!(error.contains(why), "{error}");
    }
}
