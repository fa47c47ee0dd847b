//! One row in an answer of `missing_references`, which is created from the first finding of a group.

use super::Kind;
use schemars::JsonSchema;
use serde::Serialize;
use unity_tools::unity::editor::ReferenceFinding;

/// The approximate size in JSON bytes of the keys and numbers of one row, without the row's texts.
const ROW_BYTES: usize = 130;

/// One row of the answer: a group of `count` missing references, or one of them.
#[derive(Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Row {
    pub(super) count: u32,
    /// Kind of the finding; for a file, of its first finding.
    problem: String,
    /// Guid of the missing target, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    guid: Option<String>,
    /// Class of a `missing_type`, as the file writes it, e.g. `Outer/Inner`.
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    /// Namespace of `class`; empty for the global namespace.
    #[serde(skip_serializing_if = "Option::is_none")]
    namespace: Option<String>,
    /// Assembly of `class`.
    #[serde(skip_serializing_if = "Option::is_none")]
    assembly: Option<String>,
    /// Number of files in the group, if grouped by guid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) files: Option<u32>,
    /// Asset path of the file with the first reference.
    pub(super) file: String,
    /// Hierarchy path of the object with the first reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// Position of the component on its object; the Transform is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// Description of the first reference.
    context: String,
}

impl Row {
    /// Creates a row from a finding. `is_grouped` is true if the row counts all references to one missing target.
    pub(super) fn from_finding(finding: ReferenceFinding, kind: Kind, is_grouped: bool) -> Self {
        let class = finding.guid.as_deref().filter(|_| kind == Kind::MissingType);
        let mut parts = class.into_iter().flat_map(|class| class.splitn(3, ':'));
        let (assembly, namespace, class) = (parts.next(), parts.next(), parts.next());
        let [assembly, namespace, class] = [assembly, namespace, class].map(|part| part.map(str::to_owned));
        Self {
            count: 1,
            problem: kind.word().to_owned(),
            class,
            namespace,
            assembly,
            files: is_grouped.then_some(1),
            guid: finding.guid.filter(|_| kind != Kind::MissingType),
            file: finding.path,
            path: finding.object_path,
            index: finding.component_index,
            field: finding.member,
            context: finding.context,
        }
    }

    /// Returns the approximate size of the row in JSON bytes.
    pub(super) fn bytes(&self) -> usize {
        let of_class = [&self.class, &self.namespace, &self.assembly];
        let texts = [&self.guid, &self.path, &self.field].into_iter().chain(of_class);
        ROW_BYTES + self.file.len() + self.context.len() + texts.flatten().map(String::len).sum::<usize>()
    }
}
