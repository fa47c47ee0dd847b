//! The kinds of broken references, with their names in the argument `kind` and in rows.

use schemars::JsonSchema;
use serde::Deserialize;
use unity_tools::unity::editor::ReferenceProblem;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    MissingScript,
    BrokenReference,
    MissingType,
    MissingMethod,
    Unverifiable,
    OnlyMeta,
    /// A file, folder or link that the scan did not read; never a row.
    #[serde(skip)]
    NotSearched,
}

impl Kind {
    pub(super) fn from_problem(problem: &ReferenceProblem) -> Self {
        match problem {
            ReferenceProblem::MissingScript => Self::MissingScript,
            ReferenceProblem::Unverifiable => Self::Unverifiable,
            ReferenceProblem::Other(name) => match name.as_str() {
                "only-meta" => Self::OnlyMeta,
                "missing-type" => Self::MissingType,
                "missing-method" => Self::MissingMethod,
                "not-searched" => Self::NotSearched,
                _ => Self::BrokenReference,
            },
            ReferenceProblem::BrokenReference => Self::BrokenReference,
        }
    }

    /// Returns true if a reference of this kind certainly has no target. Other kinds become rows only on request.
    pub(super) fn is_sure(self) -> bool {
        matches!(
            self,
            Self::MissingScript | Self::BrokenReference | Self::MissingType | Self::MissingMethod
        )
    }

    /// Returns the name of this kind of finding, as the argument `kind` spells it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::MissingScript => "missing_script",
            Self::BrokenReference => "broken_reference",
            Self::MissingType => "missing_type",
            Self::MissingMethod => "missing_method",
            Self::NotSearched => "not_searched",
            Self::Unverifiable => "unverifiable",
            Self::OnlyMeta => "only_meta",
        }
    }
}
