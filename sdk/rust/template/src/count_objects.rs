//! `count_objects`: how many objects have a component.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unity_tools::unity::objects::{self, ObjectFilter};
use unity_tools::unity::types::PageRequest;
use unity_tools::{Cx, Effect, Reply, Tool, ToolError, ToolInfo};

/// The arguments. Each doc comment becomes the description in the schema that clients see.
#[derive(Deserialize, JsonSchema)]
pub struct Args {
    /// Component type, full or short name, such as `Camera`. Without one all objects are counted.
    #[serde(rename = "type")]
    component_type: Option<String>,
}

impl Args {
    fn filter(self) -> ObjectFilter {
        ObjectFilter {
            component_type: self.component_type,
            ..ObjectFilter::default()
        }
    }
}

/// The answer.
#[derive(Serialize, JsonSchema)]
pub struct Counted {
    /// Objects in the loaded scenes.
    count: u32,
}

/// The tool. Its name is made from the type's: `count_objects`.
pub struct CountObjects;

impl Tool for CountObjects {
    type Args = Args;
    type Output = Counted;
    const EFFECT: Effect = Effect::Read;

    fn info() -> ToolInfo {
        ToolInfo::new("Counts the objects of the loaded scenes, all or those with a component of one type.")
            .category("scene")
            .example(r#"{"type": "Camera"}"#)
    }

    fn run(args: Args, _: &Cx) -> Result<Reply<Counted>, ToolError> {
        // The page tells the true number of matches, so one object is enough.
        let one = PageRequest {
            limit: 1,
            ..PageRequest::default()
        };
        let (_, page) = objects::list_objects(&args.filter(), &one)?;
        Ok(Counted { count: page.total }.into())
    }
}

#[cfg(test)]
mod tests {
    use super::Args;

    #[test]
    fn counts_all_objects_where_no_type_is_given() {
        let filter = |json: &str| serde_json::from_str::<Args>(json).unwrap().filter().component_type;
        assert_eq!(filter("{}"), None);
        assert_eq!(filter(r#"{"type": "Camera"}"#).as_deref(), Some("Camera"));
    }
}
