//! Correct uses, which must compile. If the test called the compiler wrongly, this file would have errors.

use unity_tools::prelude::*;

#[input]
#[output]
struct Point {
    x: f64,
}

/// Returns the given point.
#[tool(name = "same")]
fn point(at: Point, #[default(2)] times: u32, #[serde(deserialize_with = "any")] #[schemars(with = "String")] how: How) -> Result<Point> {
    let _ = (times, how);
    Ok(at)
}

struct How;

fn any<'de, D: unity_tools::serde::Deserializer<'de>>(_: D) -> std::result::Result<How, D::Error> {
    Ok(How)
}

/// Counts.
#[tool]
fn count(cx: &Cx) -> Result<u32> {
    let _ = cx;
    Ok(1)
}

bundle![point, count];
