//! The tool `Reparent`, which moves an object below another one, or to the root objects.

use unity_tools::prelude::*;
use unity_tools::unity::objects_edit;

/// Move one object with its descendants below another (ids of ListObjects). Session only on a project folder.
#[tool(
    write,
    name = "Reparent",
    title = "Reparent",
    category = "scene",
    rename_all = "camelCase",
    idempotent,
    needs = SceneEdit
)]
pub(crate) fn reparent(
    object_id: String,
    /// Id of the new parent; empty: move it to the roots.
    new_parent_id: String,
) -> Result<Done> {
    objects_edit::reparent(&object_id, parent(&new_parent_id))?;
    Ok(Done::new())
}

fn parent(id: &str) -> Option<&str> {
    (!id.is_empty()).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::reparent;
    use crate::BUNDLE_TOOLS;
    use unity_tools::export::list_tools;
    use unity_tools::fake::FakeUnity;
    use unity_tools::unity::objects_edit;

    #[test]
    fn empty_parent_means_root_and_parent_is_required() {
        let unity = FakeUnity::new();
        unity.answer::<objects_edit::reparent>(Ok(()));
        for parent in ["", "obj:2"] {
            reparent("obj:1".to_owned(), parent.to_owned()).unwrap();
        }
        assert_eq!(
            unity.calls::<objects_edit::reparent>(),
            [
                ("obj:1".to_owned(), None),
                ("obj:1".to_owned(), Some("obj:2".to_owned()))
            ]
        );
        assert!(
            list_tools(BUNDLE_TOOLS)[1]
                .input_schema
                .contains(r#""required":["objectId","newParentId"]"#)
        );
    }
}
