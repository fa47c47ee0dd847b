//! Wrong uses: two tools with the same name.

mod renamed {
    use unity_tools::prelude::*;

    /// Counts.
    #[tool]
    fn count() -> Result<u32> { Ok(1) }

    /// A tool with the name of `count`.
    #[tool(name = "count")]
    fn count_otherwise() -> Result<u32> { Ok(1) }

    bundle![count, count_otherwise]; //~ two tools of this bundle have one name; name each once, or write `#[tool(name = "…")]` on one of them
}

mod named_twice {
    use unity_tools::prelude::*;

    /// Counts.
    #[tool]
    fn count() -> Result<u32> { Ok(1) }

    bundle![count, count]; //~ two tools of this bundle have one name
}
