//! Tests of the parser with declarations of every kind and with hostile text.

use super::*;
use crate::syntax::TypeSyntax;

fn read(source: &str) -> SourceFile {
    parse_source("test.cs", source, &Symbols::default()).expect("small")
}

fn methods(file: &SourceFile, name: &str) -> Vec<(String, bool)> {
    let decl = file.types.iter().find(|t| t.name == name).expect(name);
    decl.members.iter().map(|m| (m.name.clone(), m.conditional)).collect()
}

#[test]
fn parses_and_marks_both_branches_of_an_unknown_symbol() {
    let file = read(
        "#if UNITY_EDITOR\nusing UnityEditor;\n#endif\nclass A {\n#if UNITY_EDITOR\n void E() {\n#else\n void P() {\n#endif\n }\n void S() {\n#if X\n if (a) {\n#else\n if (b) {\n#endif\n }}\n}",
    );
    assert!(!file.has_syntax_errors, "each pass alone is clean");
    assert_eq!(
        methods(&file, "A"),
        [("E".into(), true), ("S".into(), false), ("P".into(), true)]
    );
    assert_eq!(file.scopes[0].usings, [["UnityEditor"]]);
}

#[test]
fn known_symbol_leaves_no_member_conditional() {
    let symbols = Symbols {
        defined: ["UNITY_EDITOR".to_owned()].into(),
        ..Symbols::default()
    };
    let source = "class A {\n#if UNITY_EDITOR\nvoid E() {}\n#else\nvoid P() {}\n#endif\n}";
    let file = parse_source("test.cs", source, &symbols).expect("small");
    assert_eq!(methods(&file, "A"), [("E".into(), false)]);
}

#[test]
fn parses_rest_of_broken_code_and_reports_syntax_errors() {
    let file = read("class A { void Good(int a) {} void Bad( {} int Also() { return 1; } } class B { void C() {} }");
    assert!(file.has_syntax_errors);
    assert!(
        file.types
            .iter()
            .any(|t| t.name == "A" && t.members.iter().any(|m| m.name == "Good"))
    );
    let sure: usize = file
        .types
        .iter()
        .flat_map(|t| &t.members)
        .filter(|m| !m.broken && m.name == "Bad")
        .count();
    assert_eq!(sure, 0);
}

#[test]
fn parses_file_scoped_namespaces_aliases_and_global_usings() {
    let file = read(
        "global using System;\nusing M = System.Collections.Generic.List<int>;\nnamespace A.B;\nclass C { M F(in int a, params string[] b) => null; }",
    );
    assert_eq!(file.global.usings, [["System"]]);
    assert_eq!(file.scopes[0].aliases[0].0, "M");
    assert_eq!(file.scopes[file.types[0].scope].namespace, "A.B");
    let params = &file.types[0].members[0].params;
    assert!(matches!(&params[0].ty, TypeSyntax::ByRef(_)) && params[0].name == "a");
    assert!(matches!(&params[1].ty, TypeSyntax::Array(_, 1)) && params[1].name == "b");
}

#[test]
fn rejects_oversized_sources_and_limits_nesting() {
    let large = " ".repeat(MAX_SOURCE_BYTES + 1);
    let refused = parse_source("big.cs", &large, &Symbols::default()).expect_err("too large");
    assert!(refused.to_string().contains("big.cs"), "{refused}");
    let angles = parse_source("a.cs", &"List<".repeat(1_000), &Symbols::default());
    assert_eq!(
        angles.expect_err("too many"),
        ParseError::TooHard { file: "a.cs".into() }
    );
    for unclosed in ["[A(", "(", "{["] {
        let brackets = parse_source("b.cs", &unclosed.repeat(MAX_SOURCE_BYTES / 4), &Symbols::default());
        assert_eq!(
            brackets.expect_err("too many"),
            ParseError::TooHard { file: "b.cs".into() }
        );
    }
    let calls = format!("class A {{ int F() => {}1{}; }}", "f(".repeat(900), ")".repeat(900));
    assert_eq!(methods(&read(&calls), "A").len(), 1);
    let shifts = format!("class A {{ int[] F() => new[] {{ {} }}; }}", "1 << 2, ".repeat(2_000));
    assert_eq!(methods(&read(&shifts), "A").len(), 1);
    let mut asked = 0;
    let stopped = parse_source_while("a.cs", &shifts, &Symbols::default(), &mut || {
        asked += 1;
        asked < 3
    });
    assert!(stopped.is_err() && asked == 3);
    let deep = format!("{}class Z {{}}{}", "class A { ".repeat(300), "}".repeat(300));
    assert!(read(&deep).cut_declarations > 0);
    for hard in [
        "(".repeat(20_000),
        "List<".repeat(20_000),
        "#if A\n".repeat(5_000),
        "{[(<".repeat(10_000),
    ] {
        // Any result is accepted, as long as the call returns.
        let _ = parse_source(
            "hard.cs",
            &format!("class A {{ void F({hard}) {{}} }}"),
            &Symbols::default(),
        );
    }
}

/// The parser does not panic on real code that was mutated by cuts, duplications and swaps.
#[test]
fn mutated_sources_never_panic() {
    let seed = include_str!("../../tests/reflection/Torture.cs");
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below.max(1) as u64).unwrap_or_default()
    };
    for _ in 0..60 {
        let mut text: Vec<u8> = seed.as_bytes().to_vec();
        for _ in 0..=random(12) {
            let (from, length) = (random(text.len()), random(200));
            let to = (from + length).min(text.len());
            match random(4) {
                0 => drop(text.drain(from..to)),
                1 => {
                    let piece = text[from..to].to_vec();
                    let at = random(text.len());
                    text.splice(at..at, piece);
                }
                2 => text[from] = b"{}()<>[],;#\"'@$?*&:\n\0\xff"[random(22)],
                _ => text.truncate(from.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&text);
        if let Ok(whole) = parse_whole("m.cs", &text, &Symbols::default(), &mut || true) {
            let named = whole
                .types()
                .filter_map(|t| Some((t.name(), crate::namespace_of(&text, t.name())?)));
            assert!(named.count() <= whole.types().count());
        }
        let (index, _) = crate::TypeIndex::from_texts([("m.cs", &*text)], &Symbols::default());
        for info in index.types() {
            for method in &info.methods {
                for form in crate::Form::ALL {
                    let _ = info.find_method(&method.signature(form).text);
                }
            }
        }
    }
}

#[test]
fn marks_all_members_broken_if_braces_do_not_match() {
    let unsure = |text: &str| {
        let file = read(text);
        assert!(!file.types.is_empty(), "{text}");
        file.types.iter().flat_map(|t| &t.members).all(|m| m.broken)
    };
    for broken in [
        "namespace N { class A { void F() { if (x) { } } class B { void G() {} }",
        "namespace N { class A { void F() { } } } } namespace M { class B { void G() {} } }",
        "namespace N { class A { void F() { ] } class B { void G() {} } }}} ",
    ] {
        assert!(unsure(broken), "{broken}");
    }
    for whole in [
        "class A { void F() { var s = \"{\" + '{' + @\"{\"\"{\" + $\"{a}\" + $@\"{a}\"; /* { */ } // {\n }",
        "class A { void F() { var s = \"\"\"\n{ \" {\n\"\"\"; var t = '\\''; var u = \"\\\"{\"; } }",
    ] {
        assert!(!unsure(whole), "{whole}");
    }
}

#[test]
fn keeps_declarations_if_one_symbol_guess_breaks_the_code() {
    let file = read(
        "namespace N { class A { void F() {\n#if X\n if (a) {\n#endif\n } void G() {} } class B { void H() {} } }",
    );
    let named: Vec<_> = file
        .types
        .iter()
        .map(|t| (file.scopes[t.scope].namespace.as_str(), t.name.as_str()))
        .collect();
    assert_eq!(named, [("N", "A"), ("N", "B")]);
    assert!(
        file.types
            .iter()
            .flat_map(|t| &t.members)
            .any(|m| m.name == "F" && !m.broken)
    );
}

#[test]
fn counts_declarations_with_overlong_names_and_skips_them() {
    let long = "N".to_owned() + &".Nx".repeat(500);
    let file = read(&format!(
        "namespace {long} {{ class A {{}} namespace B {{ class C {{}} }} }} class D {{}}"
    ));
    let names: Vec<&str> = file.types.iter().map(|decl| decl.name.as_str()).collect();
    assert_eq!((names, file.cut_declarations), (vec!["D"], 2));
    let file = read(&format!("namespace {long};\nclass A {{}}"));
    assert_eq!((file.types.len(), file.cut_declarations), (0, 1));
    assert!(
        file.scopes
            .iter()
            .all(|scope| scope.namespace.len() <= MAX_NAME_BYTES + 4)
    );
    let fits = "N".repeat(MAX_NAME_BYTES - 1);
    assert_eq!(read(&format!("namespace {fits} {{ class A {{}} }}")).types.len(), 1);
    assert_eq!(
        read(&format!("class {}é {{}}", "N".repeat(MAX_NAME_BYTES))).cut_declarations,
        1
    );
}

#[test]
fn rejects_source_whose_full_names_exceed_its_size_by_far() {
    let space = "N".repeat(1000);
    let of = |types: usize| {
        let types: String = (0..types).map(|at| format!("class C{at}{{}}")).collect();
        parse_source("a.cs", &format!("namespace {space} {{{types}}}"), &Symbols::default())
    };
    assert!(of(900).is_ok());
    assert!(matches!(of(5000), Err(ParseError::TooWordy { .. })));
    // The type parameters of a type are part of the name of each nested type.
    let params: Vec<String> = (0..5000).map(|at| format!("T{at}")).collect();
    let inner: String = (0..5000).map(|at| format!("class C{at}{{}}")).collect();
    let source = format!("class A<{}> {{{inner}}}", params.join(","));
    let error = parse_source("a.cs", &source, &Symbols::default()).expect_err("it is refused");
    assert!(error.to_string().contains("written in full"), "{error}");
}

/// A source is rejected if the parser would read from many comments to the end of the source.
#[test]
fn gives_up_on_many_unclosed_comments() {
    let one = format!("class A {{ }} /* {}", "x".repeat(1_000_000));
    let file = parse_source("A.cs", &one, &Symbols::default()).expect("one comment is read");
    assert_eq!(file.types().map(|one| one.name().to_owned()).collect::<Vec<_>>(), ["A"]);
    for text in ["/*\n".repeat(100_000), "/* \" /*\n".repeat(100_000)] {
        let source = format!("class A {{ }}\n{text}");
        let error = parse_source("A.cs", &source, &Symbols::default()).expect_err("too hard");
        assert_eq!(
            error,
            ParseError::TooHard {
                file: "A.cs".to_owned()
            }
        );
        assert_eq!(
            error.reason(),
            "gave up on C# that no parser finishes in reasonable time"
        );
    }
    let closed = format!("class A {{ }}\n{}*/ class B {{ }}", "/*\n".repeat(100_000));
    let file = parse_source("A.cs", &closed, &Symbols::default()).expect("it is one comment");
    assert_eq!(file.types().count(), 2);
}

#[test]
fn reads_events_whose_type_has_a_namespace() {
    let file = read("class A { public event System.Action Gone, Left; }");
    let names: Vec<String> = methods(&file, "A").into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["add_Gone", "remove_Gone", "add_Left", "remove_Left"]);
}
