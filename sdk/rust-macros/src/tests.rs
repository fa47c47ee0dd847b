//! Tests of the errors that the attributes report, and of the suggestions in them.

use crate::{data, tool};
use proc_macro2::TokenStream;

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap()
}

/// Returns the error of `#[tool]` for these options and this function; empty if there is none.
fn error_text(options: &str, function: &str) -> String {
    match tool::expand(tokens(options), tokens(function)) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn rejects_items_that_cannot_be_tools_with_a_remedy() {
    for (function, words) in [
        ("struct Count;", "`#[tool]` is only allowed on a function"),
        ("fn f() -> Result<u32> { Ok(1) }", "`/// What it does.`"),
        ("/// \n fn f() -> Result<u32> { Ok(1) }", "`/// What it does.`"),
        ("/// D\n async fn f() -> Result<u32> { Ok(1) }", "leave `async` out"),
        ("/// D\n unsafe fn f() -> Result<u32> { Ok(1) }", "leave `unsafe` out"),
        ("/// D\n fn f<T>() -> Result<u32> { Ok(1) }", "without type parameters"),
        (
            "/// D\n fn f<'a>() -> Result<u32> { Ok(1) }",
            "without type parameters or lifetimes",
        ),
    ] {
        let said = error_text("", function);
        assert!(said.contains(words), "{function}: {said}");
    }
}

#[test]
fn rejects_unsupported_parameters_with_a_remedy() {
    for (parameters, words) in [
        ("&self", "move it out of the `impl`"),
        ("name: &str", "write `String` instead of `&str`"),
        ("names: &[String]", "write `Vec<…>` instead of a slice"),
        ("at: &Point", "take the type itself"),
        ("at: (f64, f64)", "a struct with `#[input]`"),
        ("at: impl Into<String>", "instead of `impl …`"),
        ("Point { x, y }: Point", "write `name: Type`"),
        ("cx: Cx", "write `&Cx`"),
        ("a: &Cx, b: &Cx", "twice"),
        ("/** D */ cx: &Cx", "has no effect here"),
        ("#[default(1)] n: Option<u32>", "leave `Option` out: `n: u32`"),
        (
            "#[default] names: Option<Vec<String>>",
            "leave `Option` out: `names: Vec<String>`",
        ),
        ("#[default = 1] n: u32", "write `#[default(VALUE)]`"),
        ("#[default(1, 2)] n: u32", "one value"),
        ("#[range(1, 2)] n: u32", "`#[schemars(…)]`"),
        ("#[arguments] all: All, n: u32", "no other one beside it"),
        ("#[arguments(1)] all: All", "unexpected token"),
    ] {
        let said = error_text("", &format!("/// D\n fn f({parameters}) -> Result<u32> {{ Ok(1) }}"));
        assert!(said.contains(words), "{parameters}: {said}");
    }
}

#[test]
fn rejects_unsupported_return_types_with_a_remedy() {
    for (returned, words) in [
        ("", "write `-> Result<T>`"),
        ("-> u32", "write `-> Result<T>`"),
        ("-> Result<()>", "`Result<Done>`"),
        ("-> Result<(u32, u32)>", "a struct with `#[output]`"),
        ("-> Result<Reply<u32>>", "without `Reply`"),
    ] {
        let said = error_text("", &format!("/// D\n fn f() {returned} {{ todo!() }}"));
        assert!(said.contains(words), "{returned}: {said}");
    }
}

#[test]
fn rejects_invalid_tool_options_by_name() {
    for (options, words) in [
        (
            "categroy = \"x\"",
            "`categroy` is no option of `#[tool]`; did you mean `category`?",
        ),
        ("delete", "there are read, write,"),
        ("write, code", "one effect, and this is the second: `write` or `code`?"),
        ("title = \"a\", title = \"b\"", "`title` is given twice"),
        ("title", "`title = \"…\"`"),
        ("title = TITLE", "a text in quotes"),
        ("name = \"my tool\"", "name is \"my tool\", expected 1 to 64 letters"),
    ] {
        let said = error_text(options, "/// D\n fn f() -> Result<u32> { Ok(1) }");
        assert!(said.contains(words), "{options}: {said}");
    }
    let confirm = "/// D\n fn f(confirm: bool) -> Result<u32> { Ok(1) }";
    assert!(error_text("write", confirm).contains("leave it out"));
    assert_eq!(error_text("read", confirm), "");
    assert_eq!(
        error_text(
            "destructive = false, example = \"{}\", example = \"{}\"",
            "/// D\n fn f() -> Result<Done> { g() }"
        ),
        ""
    );
}

#[test]
fn data_attribute_accepts_named_fields_and_newtypes_only() {
    let said = |options: &str, item: &str| {
        let made = data::expand("output", tokens(options), tokens(item));
        made.map_or_else(|error| error.to_string(), |_| String::new())
    };
    assert!(said("", "fn f() {}").contains("on a struct or an enum"));
    assert!(said("Debug", "struct A {}").contains("takes no options"));
    assert!(said("", "struct A(f64, f64);").contains("have names"));
    assert_eq!(said("", "struct A { x: f64 }"), "");
    assert_eq!(said("", "struct Id(String);"), "");
}
