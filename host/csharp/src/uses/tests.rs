//! Tests that uses of a type are found, with their lines and certainty.

use super::*;
use crate::Symbols;
use crate::parse::parse_whole;
use std::sync::Arc;

const DOOR: &str = "namespace Game { public class Door { public Door other; public class Kind {} } }";
const ELSEWHERE: &str = "namespace Kit { public class Door {} public class LabelAttribute : System.Attribute {} }";

/// Returns the line and certainty of each use of the type `full` in a source.
fn uses(full: &str, text: &str) -> Vec<(u32, bool)> {
    let parse =
        |name: &str, text: &str| Arc::new(parse_whole(name, text, &Symbols::default(), &mut || true).expect("small"));
    let files = [
        parse("Door.cs", DOOR),
        parse("Kit.cs", ELSEWHERE),
        parse("User.cs", text),
    ];
    let index = TypeIndex::build(&files, &[]);
    let found = index.uses(&[full], text, Some(&files[2]));
    found.into_iter().map(|one| (one.line, one.is_sure)).collect()
}

#[test]
fn resolves_uses_by_namespace_and_using() {
    let body = "class User {\n public Door door;\n}";
    for (head, game, kit) in [
        ("using Game;\n", vec![(3, true)], vec![]),
        ("using Kit;\n", vec![], vec![(3, true)]),
        (
            "using Kit; using Door = Game.Door;\n",
            vec![(1, true), (3, true)],
            vec![],
        ),
        ("using Game; using Kit;\n", vec![(3, false)], vec![(3, false)]),
        ("\n", vec![(3, false)], vec![(3, false)]),
    ] {
        let text = format!("{head}{body}");
        assert_eq!(
            (uses("Game.Door", &text), uses("Kit.Door", &text)),
            (game, kit),
            "{head}"
        );
    }
    assert_eq!(
        uses(
            "Game.Door",
            "namespace Game.Inner {\n class User { Door door; class Door {} }\n}"
        ),
        []
    );
    assert_eq!(
        uses("Game.Door", "namespace Game.Inner {\n class User { Door door; }\n}"),
        [(2, true)]
    );
}

#[test]
fn ignores_comments_literals_directives_and_members() {
    let text = "using Game;\n#region Door\nclass User { // Door\n string s = \"Door\" + @\"Door \"\" Door\" + \"\"\"Door\"\"\";\n \
        int Door;\n void Open() { this.Door = 1; other.Door.Close(); Door = 2; F(Door: 1); }\n enum Part { Door, Wall }\n}\n#endregion";
    assert_eq!(uses("Game.Door", text), []);
}

#[test]
fn finds_uses_in_every_type_position() {
    let lines = [
        "using Game;",
        "class A : Door {}",
        "class B { Door[] doors; System.Collections.Generic.Dictionary<string, Door> byName;",
        "object M(object x) { if (x is Door d) return (Door)x;",
        "  var y = x as Door; y = new Door();",
        "  var t = typeof(Door); GetComponent<Door>().Open();",
        "  var s = $\"{Door.Count} {{Door}} {x}\"; var z = Game.Door.Count;",
        "  global::Game.Door q = null; Door.Kind k = null;",
        "  foreach (Door one in all) {} return null; }",
        "  int Count(Door one, int two) => 0; }",
    ];
    let text = lines.join("\n");
    let expected: Vec<(u32, bool)> = (2..=10).map(|line| (line, true)).collect();
    assert_eq!(uses("Game.Door", &text), expected);
}

#[test]
fn marks_use_unsure_if_a_member_has_the_same_name() {
    let text = "using Game;\nclass A { public int Door { get; set; }\n void M() { var x = Door.ToString(); }\n Door Make() { return null; } }";
    assert_eq!(uses("Game.Door", text), [(3, false), (4, true)]);
}

#[test]
fn finds_attributes_by_short_name() {
    let text = "using Kit;\nclass A { [Label] int a;\n [LabelAttribute, System.Obsolete] int b;\n int Label; }";
    assert_eq!(uses("Kit.LabelAttribute", text), [(2, true), (3, true)]);
}

#[test]
fn excludes_uses_inside_the_type_itself() {
    assert_eq!(
        uses(
            "Game.Door",
            "namespace Game { public partial class Door { Door next; }\n class User { Door door; } }"
        ),
        [(2, true)]
    );
}

#[test]
fn matches_by_name_only_without_a_parsed_source() {
    let index = TypeIndex::build(&[], &[]);
    let found = index.uses(&["Game.Door"], "class A {\n Door x; Kit.Door y;\n}", None);
    assert_eq!(
        found,
        [Use {
            line: 2,
            is_sure: false
        }]
    );
}

#[test]
fn search_never_panics_on_incomplete_text() {
    let index = TypeIndex::build(&[], &[]);
    for text in [
        "Door",
        "$\"{Door",
        "$\"{{{Door}",
        "@$\"Door\"\"",
        "$$\"\"\"{{Door}} {Door}",
        "#Door\nDoor",
        "]Door",
        "}}Door",
        "'Door",
        "/*Door",
        "Ünï Door(",
        "[Door",
    ] {
        let _ = index.uses(&["Door"], text, None);
    }
}

#[test]
fn returns_dotted_names_without_literals_and_calls() {
    let text = "if (a.B.C == Kind.Open) /* Kind.No */ Call(\"Kind.Shut\").Name = $\"{Kind.Seen}\"; // Kind.Never";
    let found: Vec<String> = dotted_names(text).iter().map(|names| names.join(".")).collect();
    assert_eq!(found, ["if", "a.B.C", "Kind.Open", "Call", "Name", "Kind.Seen"]);
}
