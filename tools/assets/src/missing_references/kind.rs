//! What is wrong with a reference, as the argument `kind` and the rows call it.

use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::editor::ReferenceProblem;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    MissingScript,
    BrokenReference,
    Unverifiable,
    OnlyMeta,
}

impl Kind {
    pub(super) fn of(problem: &ReferenceProblem) -> Self {
        match problem {
            ReferenceProblem::MissingScript => Self::MissingScript,
            ReferenceProblem::Unverifiable => Self::Unverifiable,
            ReferenceProblem::Other(name) if name == "only-meta" => Self::OnlyMeta,
            _ => Self::BrokenReference,
        }
    }

    /// Whether it surely leads nowhere; the others are rows only where they are asked for.
    pub(super) fn is_sure(self) -> bool {
        matches!(self, Self::MissingScript | Self::BrokenReference)
    }

    /// As the argument has it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::MissingScript => "missing_script",
            Self::BrokenReference => "broken_reference",
            Self::Unverifiable => "unverifiable",
            Self::OnlyMeta => "only_meta",
        }
    }
}
