//! The `localPosition` of a RectTransform, which is computed from the anchors and not read from the file.

use crate::query_view::QueryView;
use host_project_world::world::NodeAt;
use std::borrow::Cow;
use unity_fields::class;
use unity_fields::property::PropertyPath;
use unity_project::expand::Component;
use unity_yaml::Node;

/// Serialized name of the position of a Transform. For a RectTransform, Unity computes it from the anchors.
pub(crate) const LOCAL_POSITION: &str = "m_LocalPosition";

pub(crate) fn is_in_rect_position(component: &Component, path: &PropertyPath) -> bool {
    component.class == class::RECT_TRANSFORM && path.top() == LOCAL_POSITION
}

/// Returns the `localPosition` of a RectTransform: x and y from its anchors, z from its file. `None` if the anchors are
/// unknown.
pub(crate) fn laid_position<'v>(view: QueryView<'v>, at: NodeAt, of_file: &Node<'_>) -> Option<Node<'v>> {
    let value = view.rect_position(at)?.value;
    let part = |name: &'static str, value: Node<'v>| (Cow::Borrowed(name), value);
    #[expect(clippy::cast_possible_truncation, reason = "Unity's own precision")]
    let number = |value: f64| Node::Text(Cow::Owned((value as f32 + 0.0).to_string()));
    Some(Node::Map(vec![
        part("x", number(value.x)),
        part("y", number(value.y)),
        part("z", of_file.get("z")?.to_static()),
    ]))
}
