//! Tests of lookups in an index of several sources.

use super::*;

fn index(sources: &[&str]) -> TypeIndex {
    let names: Vec<String> = (0..sources.len()).map(|at| format!("Assets/S{at}.cs")).collect();
    let named = names.iter().map(String::as_str).zip(sources.iter().copied());
    let (index, failed) = TypeIndex::from_texts(named, &Symbols::default());
    assert!(failed.is_empty());
    index
}

fn expect_type<'i>(index: &'i TypeIndex, name: &str) -> &'i TypeInfo {
    match index.find_type(name) {
        TypeLookup::Found(info) => info,
        other => panic!("{name}: {other:?}"),
    }
}

fn expect_method(index: &TypeIndex, ty: &str, method: &str, form: Form) -> (String, bool) {
    match index.find_method(ty, method) {
        MethodLookup::Found(method) => {
            let signature = method.signature(form);
            (signature.text, signature.resolved)
        }
        other => panic!("{ty}.{method}: {other:?}"),
    }
}

#[test]
fn finds_and_writes_engine_methods_in_all_signature_forms() {
    let index = index(&[]);
    let set_active = "System.Void UnityEngine.GameObject::SetActive(System.Boolean)";
    for written in [
        "SetActive",
        set_active,
        "System.Void UnityEngine.GameObject::SetActive(System.Boolean value)",
    ] {
        assert_eq!(
            expect_method(&index, "UnityEngine.GameObject", written, Form::Cecil),
            (set_active.into(), true)
        );
    }
    let x = expect_method(&index, "UnityEngine.GameObject", "SetActive", Form::HarmonyX);
    assert_eq!(x, ("void UnityEngine.GameObject::SetActive(bool value)".into(), true));
    let x = expect_method(&index, "UnityEngine.Transform", "GetEnumerator", Form::Harmony).0;
    assert_eq!(
        x,
        "virtual System.Collections.IEnumerator UnityEngine.Transform::GetEnumerator()"
    );
    assert!(matches!(
        index.find_method(
            "UnityEngine.GameObject",
            "void UnityEngine.GameObject::SetActive(bool value)"
        ),
        MethodLookup::Found(_)
    ));
    assert_eq!(index.types().len(), 9);
    for info in index.types() {
        assert_eq!(info.origin, Origin::Table);
        for method in &info.methods {
            assert!(
                Form::ALL.iter().all(|f| method.signature(*f).resolved),
                "{}",
                method.signature(Form::Cecil).text
            );
        }
    }
}

#[test]
fn sorts_method_list_and_filters_it_case_insensitively() {
    let index = index(&[]);
    let info = expect_type(&index, "UnityEngine.Transform");
    let all: Vec<String> = info
        .list_methods(None)
        .iter()
        .map(|m| m.signature(Form::Cecil).text)
        .collect();
    assert!(all.is_sorted());
    let rotate = info.list_methods(Some("::ROTATE("));
    assert_eq!(rotate.len(), 6);
    assert!(info.list_methods(Some("no such")).is_empty());
}

#[test]
fn failed_lookup_gives_reason_or_candidates() {
    let index =
        index(&["namespace A { class T { void F() {} void F(int a) {} } } namespace B { class T<X> { class T {} } }"]);
    let TypeLookup::NotFound(reason) = index.find_type("UnityEngine.Rigidbody2D") else {
        panic!()
    };
    assert!(reason.contains("by name only"), "{reason}");
    let TypeLookup::NotFound(reason) = index.find_type("Nope") else {
        panic!()
    };
    assert!(reason.contains("no C# source"), "{reason}");
    let MethodLookup::Ambiguous(candidates) = index.find_method("A.T", "F") else {
        panic!()
    };
    assert_eq!(candidates, ["System.Void A.T::F()", "System.Void A.T::F(System.Int32)"]);
    assert!(matches!(index.find_method("A.T", "f"), MethodLookup::NotFound(_)));
    assert!(matches!(
        index.find_method("A.T", "void A.T::F(string a)"),
        MethodLookup::NotFound(_)
    ));
    for name in ["B.T", "B.T`1", "B.T`1/T", "B.T`1+T", "B.T.T", "B.T<X>.T"] {
        assert!(matches!(index.find_type(name), TypeLookup::Found(_)), "{name}");
    }
}

#[test]
fn merges_partial_types_and_resolves_usings_across_files() {
    let index = index(&[
        "namespace A { public partial class P : I { public void One(Q q) {} } }",
        "namespace A { using B; partial class P { internal Q? Two(R r, S s) => null; } interface I { void One(Q q); } }",
        "namespace B { public struct R {} } namespace A { struct Q {} }",
    ]);
    let info = expect_type(&index, "A.P");
    assert_eq!(info.files.len(), 2);
    let (text, resolved) = expect_method(&index, "A.P", "Two", Form::Cecil);
    assert_eq!(text, "System.Nullable`1<A.Q> A.P::Two(B.R,S)");
    assert!(!resolved, "S is declared nowhere");
    assert_eq!(
        expect_method(&index, "A.P", "One", Form::Harmony),
        ("virtual System.Void A.P::One(A.Q q)".into(), true)
    );
}

#[test]
fn marks_signatures_that_source_cannot_resolve() {
    let index = index(&[
        "using System.Collections.Generic;\nclass A : ISomewhere { public void F() {} void G() {} public void H(ref List<int> a) {}\n#if X\nvoid C() {}\n#endif\n}",
    ]);
    assert!(expect_method(&index, "A", "F", Form::Cecil).1);
    assert!(
        !expect_method(&index, "A", "F", Form::Harmony).1,
        "ISomewhere may make it virtual"
    );
    assert!(
        expect_method(&index, "A", "G", Form::Harmony).1,
        "a private method implements nothing"
    );
    assert!(
        !expect_method(&index, "A", "H", Form::HarmonyX).1,
        "the form holds assembly names"
    );
    assert!(!expect_method(&index, "A", "C", Form::Cecil).1);
}

#[test]
fn resolves_by_ref_parameters_and_modern_declarations() {
    let index = index(&[
        "using System;\nclass A { (int, int, int, int, int, int, int, int a, int b) Long() => default; public void F(in int a, ref readonly DateTime b) {} int IComparable<int>.CompareTo(int o) => 0; }\nrecord R(int X, string Y); interface I { void D() {} static int S() => 0; }",
    ]);
    assert_eq!(
        expect_method(&index, "A", "F", Form::Cecil).0,
        "System.Void A::F(System.Int32&,System.DateTime&)"
    );
    let int7 = ["System.Int32"; 7].join(",");
    let long = format!("System.ValueTuple`8<{int7},System.ValueTuple`2<System.Int32,System.Int32>> A::Long()");
    assert_eq!(expect_method(&index, "A", "Long", Form::Cecil).0, long);
    // As Unity's compiler writes it: no C# keywords in names.
    let name = "System.IComparable<System.Int32>.CompareTo";
    assert_eq!(
        expect_method(&index, "A", name, Form::Cecil).0,
        format!("System.Int32 A::{name}(System.Int32)")
    );
    assert_eq!(expect_method(&index, "R", "get_X", Form::HarmonyX).0, "int R::get_X()");
    assert!(expect_type(&index, "R").gaps.contains(&Gap::CompilerMade));
    assert_eq!(
        expect_method(&index, "I", "D", Form::Harmony).0,
        "virtual System.Void I::D()"
    );
}

#[test]
fn resolution_ends_on_recursive_generics_and_cycles() {
    let index = index(&[
        "interface I<T> : I<I<I<T>>> { void F(T a); } class A : I<int>, B {} class B : A { public void F(int a) {} } class C : C {}",
        "using X = Y; using Y = X; class D { X F(X.Z a) => null; }",
    ]);
    assert!(!expect_method(&index, "D", "F", Form::Cecil).1);
}

#[test]
fn limits_expansion_of_aliases_and_reports_a_gap() {
    let list = |of: &str, count: usize| (0..count).map(|at| format!("{of}{at}")).collect::<Vec<_>>().join(",");
    let methods = |count: usize, ty: &str| {
        (0..count)
            .map(|at| format!("{ty} M{at}() => default; "))
            .collect::<String>()
    };
    // Each word `X` is a type of three thousand others.
    let wide = vec!["int"; 3000].join(",");
    let (params, of_x) = (list("T", 3000), methods(3000, "X"));
    let alias = format!("using X = W<{wide}>; class W<{params}> {{}} class A {{ {of_x} }}");
    let index = index(&[&alias]);
    let info = expect_type(&index, "A");
    assert!((1..200).contains(&info.methods.len()), "{}", info.methods.len());
    assert!(info.gaps.contains(&Gap::SyntaxErrors));
    let of_bases: String = (0..3000).map(|at| format!("class C{at} : X {{}} ")).collect();
    let bases = format!("using X = W<{wide}>; class W<{params}> {{}} {of_bases} class A {{ void M() {{}} }}");
    assert!(
        expect_type(&self::index(&[&bases]), "A")
            .gaps
            .contains(&Gap::SyntaxErrors)
    );
    // Plain code of the same length is read completely, and the type parameters of a type count once for all its
    // methods.
    let plain = format!("class A<{params}> {{ {} }}", methods(3000, "int"));
    let index = self::index(&[&plain]);
    let info = expect_type(&index, "A");
    assert_eq!((info.methods.len(), info.gaps.len()), (3000, 0));
    let first = &info.methods[0].declaring_params;
    assert!(
        info.methods
            .iter()
            .all(|method| Arc::ptr_eq(first, &method.declaring_params))
    );
}
