//! Types that are no arguments, no answers and no tools.

use unity_tools::prelude::*;

struct Point {
    x: f64,
}

/// Looks there.
#[tool] //~ the trait bound `Point: serde::Deserialize<'de>` is not satisfied
fn look(
    at: Point, //~ callers cannot give a `Point` //~ put `#[input]` above `Point`
) -> Result<u32> {
    Ok(at.x as u32)
}

/// Looks at all of them.
#[tool] //~ the trait bound `Point: serde::Deserialize<'de>` is not satisfied
fn look_at_all(
    at: Vec<Point>, //~ callers cannot give a `Vec<Point>`
) -> Result<u32> {
    Ok(at.len() as u32)
}

/// Says where.
#[tool]
fn place() -> Result<Point> { //~ a tool cannot answer with a `Point` //~ put `#[output]` above `Point`
    Ok(Point { x: 1.0 })
}

/// Waits.
#[tool]
fn wait(
    #[default("long")] seconds: u32, //~ mismatched types
) -> Result<u32> {
    Ok(seconds)
}

/// Needs something.
#[tool(needs = Scnee)] //~ item named `Scnee` found for enum `Capability` //~ there is a variant with a similar name
fn needy() -> Result<u32> {
    Ok(1)
}

unity_tools::bundle![String]; //~ `std::string::String` is no tool //~ put `#[tool]` on a function and name that function here
