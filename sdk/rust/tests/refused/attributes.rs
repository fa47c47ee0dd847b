//! Wrong uses that the attributes and macros reject themselves.

mod functions {
    use unity_tools::prelude::*;

    #[tool]
    fn undescribed() -> Result<u32> { Ok(1) } //~ a tool needs a description, by which a model chooses it: write `/// What it does.` above it

    /// Wrong: the attribute is on a struct.
    #[tool]
    struct Count; //~ `#[tool]` is only allowed on a function, `fn count_objects(…) -> Result<…> { … }`

    /// Wrong: the function is `async`.
    #[tool]
    async fn later() -> Result<u32> { Ok(1) } //~ imports wait by themselves, so leave `async` out

    /// Wrong: the function is `unsafe`.
    #[tool]
    unsafe fn wild() -> Result<u32> { Ok(1) } //~ any client may call a tool: leave `unsafe` out

    /// Wrong: the function is generic.
    #[tool]
    fn of_any<T>() -> Result<u32> { Ok(1) } //~ write the types themselves, without type parameters or lifetimes

    struct Counter;
    impl Counter {
        /// Wrong: the function has `self`.
        #[tool]
        fn inside(&self) -> Result<u32> { Ok(1) } //~ cannot have `self`: move it out of the `impl`
    }
}

mod parameters {
    use unity_tools::prelude::*;

    /// Wrong: the argument is a borrowed text.
    #[tool]
    fn count(
        name: &str, //~ write `String` instead of `&str`
    ) -> Result<u32> { Ok(1) }

    /// Wrong: the argument is a slice.
    #[tool]
    fn names(names: &[String]) -> Result<u32> { Ok(1) } //~ write `Vec<…>` instead of a slice

    /// Wrong: the argument is a tuple.
    #[tool]
    fn at(at: (f64, f64)) -> Result<u32> { Ok(1) } //~ write a struct with `#[input]`, or one argument for each part

    /// Wrong: the type of the argument is `impl Trait`.
    #[tool]
    fn any(at: impl Into<String>) -> Result<u32> { Ok(1) } //~ instead of `impl …`

    /// Wrong: the context of the call is not borrowed.
    #[tool]
    fn call(cx: Cx) -> Result<u32> { Ok(1) } //~ the context of the call is borrowed: write `&Cx`

    /// Wrong: the function has two contexts.
    #[tool]
    fn twice(cx: &Cx, more: &Cx) -> Result<u32> { Ok(1) } //~ `&Cx` occurs twice

    /// Wrong: an optional argument has a default.
    #[tool]
    fn perhaps(#[default(1)] limit: Option<u32>) -> Result<u32> { Ok(1) } //~ for a default leave `Option` out

    /// Wrong: the attribute is unknown.
    #[tool]
    fn ranged(#[range(1, 2)] limit: u32) -> Result<u32> { Ok(1) } //~ `#[schemars(…)]`

    /// Wrong: a writing tool has an argument `confirm`.
    #[tool(write)]
    fn sure(confirm: bool) -> Result<u32> { Ok(1) } //~ the host adds `confirm` to tools that write
}

mod answers {
    use unity_tools::prelude::*;

    /// Wrong: the function returns nothing.
    #[tool]
    fn silent() {} //~ write `-> Result<T>`, where T is the answer (`Done` if it has no content)

    /// Wrong: the function does not return a `Result`.
    #[tool]
    fn sure() -> u32 { 1 } //~ a tool can fail: write `-> Result<T>`

    /// Wrong: the answer is `()`.
    #[tool]
    fn unit() -> Result<()> { Ok(()) } //~ write `Result<Done>` and `Ok(Done::new())`

    /// Wrong: the answer is a tuple.
    #[tool]
    fn both() -> Result<(u32, u32)> { Ok((1, 1)) } //~ write a struct with `#[output]`
}

mod options {
    use unity_tools::prelude::*;

    /// Wrong: the name of the option is misspelled.
    #[tool(categroy = "scene")] //~ `categroy` is no option of `#[tool]`; did you mean `category`?
    fn one() -> Result<u32> { Ok(1) }

    /// Wrong: the tool has two effects.
    #[tool(write, code)] //~ a tool has one effect, and this is the second: `write` or `code`?
    fn two() -> Result<u32> { Ok(1) }

    /// Wrong: the name of the tool has a space.
    #[tool(name = "my tool")] //~ name is "my tool", expected 1 to 64 letters, digits, `_`, `.` or `-`
    fn three() -> Result<u32> { Ok(1) }

    /// Wrong: the title is not a literal.
    #[tool(title = TITLE)] //~ `title` needs a text in quotes: `title = "…"`
    fn four() -> Result<u32> { Ok(1) }
}

mod data {
    use unity_tools::prelude::*;

    #[output]
    struct Pair(f64, f64); //~ write `{ x: f64, y: f64 }`

    #[input]
    type Name = String; //~ `#[input]` is only allowed on a struct or an enum

    #[input(Debug)] //~ `#[input]` takes no options; write options of serde in `#[serde(…)]` below it
    struct Shown {}
}

mod empty_bundle {
    unity_tools::bundle![]; //~ `bundle!` names functions with `#[tool]`: `bundle![count_objects, find_lamps];`
}

mod bundle_of_more {
    unity_tools::bundle! { tools: [count], resources: [] } //~ what has resources or prompts uses `export!`
}
