//! Wrong uses: types that cannot be arguments, answers or tools.

use unity_tools::prelude::*;

struct Point {
    x: f64,
}

/// Wrong: the argument's type does not implement `Argument`.
#[tool] //~ the trait bound `Point: serde::Deserialize<'de>` is not satisfied
fn look(
    at: Point, //~ callers cannot give a `Point` //~ put `#[input]` above `Point`
) -> Result<u32> {
    Ok(at.x as u32)
}

/// Wrong: the items of the argument's list do not implement `Argument`.
#[tool] //~ the trait bound `Point: serde::Deserialize<'de>` is not satisfied
fn look_at_all(
    at: Vec<Point>, //~ callers cannot give a `Vec<Point>`
) -> Result<u32> {
    Ok(at.len() as u32)
}

/// Wrong: the type of the answer does not implement `Answer`.
#[tool]
fn place() -> Result<Point> { //~ a tool cannot answer with a `Point` //~ put `#[output]` above `Point`
    Ok(Point { x: 1.0 })
}

/// Wrong: the default value has another type than the argument.
#[tool]
fn wait(
    #[default("long")] seconds: u32, //~ mismatched types
) -> Result<u32> {
    Ok(seconds)
}

/// Wrong: the capability does not exist.
#[tool(needs = Scnee)] //~ item named `Scnee` found for enum `Capability` //~ there is a variant with a similar name
fn needy() -> Result<u32> {
    Ok(1)
}

unity_tools::bundle![String]; //~ `std::string::String` is no tool //~ put `#[tool]` on a function and name that function here
