//! Wrong uses: names in `bundle!` that are not the name of a tool.

mod plain {
    fn count() -> u32 { 1 }

    unity_tools::bundle![count]; //~ `count` is a function item, not a type
}

mod unknown {
    use unity_tools::prelude::*;

    /// Counts.
    #[tool]
    fn count_objects() -> Result<u32> { Ok(1) }

    bundle![count_object]; //~ cannot find type `count_object`
}

mod twice {
    use unity_tools::prelude::*;

    /// Counts.
    #[tool]
    fn one() -> Result<u32> { Ok(1) }

    /// Counts.
    #[tool]
    fn two() -> Result<u32> { Ok(1) }

    bundle![one];
    bundle![two]; //~ the name `BUNDLE_TOOLS` is defined multiple times
}
