//! The bundle `my-tools`. A function with `#[tool]` is a tool; `bundle!` lists the tools.

use unity_tools::prelude::*;
use unity_tools::unity::objects::{self, ObjectFilter};

/// The answer of `count_objects`. Each doc comment becomes a description that clients see.
#[output]
struct Counted {
    /// All objects in the loaded scenes that have the component.
    total: u32,
    /// The paths of the first of them.
    first: Vec<String>,
}

/// Counts the objects of the loaded scenes that have a component of one type, and names the first of them.
#[tool(category = "scene", example = r#"{"component": "Camera"}"#)]
fn count_objects(
    /// Component type, full or short name, such as `Camera`.
    #[schemars(length(min = 1, max = 200))]
    component: String,
    /// How many to name.
    #[default]
    limit: Limit<10, 100>,
    cx: &Cx,
) -> Result<Counted> {
    cx.info(&format!("looking for objects with a {component}"));
    let filter = ObjectFilter {
        component_type: Some(component.clone()),
        ..ObjectFilter::default()
    };
    // This import is a right: the operator sees it in `unity-tool-host inspect`, and can revoke it.
    let (found, page) = objects::list_objects(&filter, &limit.page(0))?;
    cx.progress(1.0, Some(1.0), Some("all loaded scenes are read"));
    if found.is_empty() {
        return Err(ToolError::not_found(format!("no object has a {component}"))
            .hint("give a component's type, such as Camera or Light"));
    }
    Ok(Counted {
        total: page.total,
        first: found.into_iter().map(|object| object.path).collect(),
    })
}

bundle![count_objects];

#[cfg(test)]
mod tests {
    use super::*;
    use unity_tools::fake::{FakeObject, FakeUnity};

    #[test]
    fn counts_objects_with_the_component() {
        let unity = FakeUnity::new();
        unity.add(FakeObject::named("Sun").with("Light"));
        unity.add(FakeObject::named("House"));
        let counted = count_objects("Light".to_owned(), Limit::default(), &Cx::new()).unwrap();
        assert_eq!((counted.total, counted.first), (1, vec!["/Sun".to_owned()]));
        assert_eq!(unity.log(), ["info: looking for objects with a Light"]);
    }

    #[test]
    fn suggests_components_if_no_object_matches() {
        let _unity = FakeUnity::new();
        let error = count_objects("Lihgt".to_owned(), Limit::default(), &Cx::new()).err().unwrap();
        assert_eq!(error.kind, ErrorKind::NotFound);
        assert!(error.hint.as_ref().unwrap().contains("such as Camera"));
    }
}
