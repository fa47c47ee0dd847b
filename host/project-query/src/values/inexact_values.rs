//! Inexact values of a component: a position that a running Unity can change, and texts of undeclared type.

use super::field::{Fields, is_listed};
use super::laid_position::{LOCAL_POSITION, is_in_rect_position, laid_position};
use unity_fields::Kind;
use unity_fields::property::PropertyPath;
use unity_yaml::Node;

impl<'v> Fields<'v> {
    pub(super) fn rect_position(&self) -> Option<Node<'v>> {
        laid_position(self.view, self.at, self.tree.get(LOCAL_POSITION)?)
    }

    /// Returns why a running Unity can show another `localPosition` than the saved anchors give; `None` if it cannot.
    pub(crate) fn inexact_reason(&self, path: &PropertyPath) -> Option<String> {
        let is_laid_out = is_in_rect_position(self.component, path);
        let doubt = is_laid_out.then(|| self.view.rect_position(self.at)?.doubt)??;
        Some(format!(
            "localPosition of {} is not exact, it follows from the saved anchors: {doubt}",
            self.view.path(self.at)
        ))
    }

    /// Returns the names of fields with scalars of unknown type (texts, numbers or flags), or lists of them.
    pub(super) fn untyped_fields(&self) -> impl Iterator<Item = &str> {
        let entries = self.tree.entries().iter().filter(|(key, _)| is_listed(key));
        let untyped = entries.filter(|(key, node)| {
            let kind = self.kind_at(&PropertyPath::from_field(key), node);
            // An element that refers to a managed object (`[SerializeReference]`) is not a scalar.
            let is_item = |item: Kind| item == Kind::Untyped && node.items().iter().any(|item| item.text().is_some());
            match kind {
                Kind::List(Some(item)) => is_item(*item),
                kind => kind == Kind::Untyped && node.text() != Some(""),
            }
        });
        untyped.map(|(key, _)| &**key)
    }
}
