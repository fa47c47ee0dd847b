//! The errors of preparing a component: the problem, the file, the reason and the remedy.

use crate::export_check::Unfit;
use std::path::{Path, PathBuf};

/// The error of preparing one component. `Display` writes one sentence; `remedy` returns the next step.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    #[error("{} cannot be read: {reason}", file.display())]
    Unreadable { file: PathBuf, reason: String },
    #[error("{} is no WebAssembly component: {reason}", file.display())]
    NotAComponent { file: PathBuf, reason: String },
    #[error("{} {found}; at most {most} are taken (`{key}`)", file.display())]
    TooLarge {
        file: PathBuf,
        /// The size that exceeds the limit, as a verb and a number, e.g. `has 7 functions`.
        found: String,
        most: String,
        /// The configuration key of the exceeded limit.
        key: &'static str,
    },
    #[error("{} does not compile: {reason}", file.display())]
    Compile { file: PathBuf, reason: String },
    /// The compiler process did not start, so the component may be valid.
    #[error("{} was not compiled: the compiler process cannot be started: {reason}", file.display())]
    CompilerNotStarted { file: PathBuf, reason: String },
    /// The program file of the host was replaced by another version while this process runs.
    #[error("{} was compiled by a process of another version than this host: {reason}", file.display())]
    OtherCompiler { file: PathBuf, reason: String },
    #[error("{} cannot run: {reason}", file.display())]
    NoExecutableMemory { file: PathBuf, reason: String },
    #[error("{} was not compiled after {limit} (`compile.time`)", file.display())]
    TooSlow { file: PathBuf, limit: String },
    #[error("{} is no longer needed; its compilation was cancelled", file.display())]
    GivenUp { file: PathBuf },
    #[error("{} has changed and its new version is not published yet", file.display())]
    Changed { file: PathBuf },
    #[error("loading the code of {} ended early", file.display())]
    BrokeOff { file: PathBuf },
    #[error("{} imports {import}: {reason}", file.display())]
    NotServed {
        file: PathBuf,
        /// Full name, with version, of the import that this host does not support.
        import: String,
        reason: String,
    },
    #[error("{} has the SHA-256 {found}, but `[bundles.{bundle}] digest` is {pin}", file.display())]
    OtherBytes {
        file: PathBuf,
        bundle: String,
        /// Hex SHA-256 of the rejected component.
        found: String,
        pin: String,
    },
    #[error("{} does not fit this host's interfaces: {reason}", file.display())]
    Link { file: PathBuf, reason: String },
    #[error("{} exports neither unity-tools:tool/tools nor functions that could be tools: {reason}", file.display())]
    NoTools { file: PathBuf, reason: String },
    #[error("{} has an export that this host cannot call: {reason}", file.display())]
    Export { file: PathBuf, reason: String },
    #[error(
        "{} does not say what it has: it has neither the section `unity-tools:listing/0.3` nor the export \
         unity-tools:tool/listing",
        file.display()
    )]
    NoListing { file: PathBuf },
    #[error("{} cannot be listed: {reason}", file.display())]
    Listing { file: PathBuf, reason: String },
}

impl PrepareError {
    pub(crate) fn check_served(file: &Path, imports: &[String]) -> Result<(), Self> {
        host_guest::interfaces::check(imports).map_err(|not_served| Self::NotServed {
            file: file.to_owned(),
            import: not_served.import,
            reason: not_served.reason,
        })
    }

    pub(crate) fn unfit_exports(file: &Path, unfit: Unfit) -> Self {
        let file = file.to_owned();
        match unfit {
            Unfit::NoTools(reason) => Self::NoTools { file, reason },
            Unfit::Export(reason) => Self::Export { file, reason },
        }
    }

    /// Returns true if another attempt with the same file would give the same error.
    pub(crate) fn lasts(&self) -> bool {
        !matches!(
            self,
            Self::Unreadable { .. }
                | Self::Changed { .. }
                | Self::BrokeOff { .. }
                | Self::GivenUp { .. }
                | Self::CompilerNotStarted { .. }
        )
    }

    /// Returns the next step with which the user or the operator can solve this error.
    pub fn remedy(&self) -> String {
        match self {
            Self::Unreadable { .. } => {
                "check that the file named by `component` in bundle.toml exists and can be read by this user".to_owned()
            }
            Self::NotAComponent { .. } => {
                "build a component: in Rust with `--target wasm32-wasip2`, or `wasm-tools component new` over a core module"
                    .to_owned()
            }
            Self::TooLarge { key, .. } => format!("build a smaller component, or raise `{key}` and start the host again"),
            Self::CompilerNotStarted { .. } => {
                "raise the limits on processes (`ulimit -u`, systemd `TasksMax`) or free memory, and call again".to_owned()
            }
            Self::OtherCompiler { .. } => {
                "restart the host: its program file was replaced while it ran".to_owned()
            }
            Self::NoExecutableMemory { .. } => crate::executable::REMEDY.to_owned(),
            Self::TooSlow { .. } => "build a smaller component, or raise `compile.time` and start the host again; \
                                     `unity-tool-host compile` compiles ahead of time"
                .to_owned(),
            Self::GivenUp { .. } => "nothing: another version of it is being prepared, or it was removed".to_owned(),
            Self::Changed { .. } => "call again in a moment".to_owned(),
            Self::BrokeOff { .. } => "call again; the host's log has the reason".to_owned(),
            Self::Compile { .. } => "rebuild the component; `wasm-tools validate` names the broken part".to_owned(),
            Self::OtherBytes { bundle, .. } => {
                format!("put the component of that digest back, or write the new one into `[bundles.{bundle}] digest` if you trust it")
            }
            Self::NotServed { .. } => {
                "build the component against this host's wit/ folder, or use a host version that serves the interface"
                    .to_owned()
            }
            Self::Link { .. } | Self::Export { .. } => "rebuild the component against this host's wit/ folder".to_owned(),
            Self::NoTools { .. } => {
                "let its world `include unity-tools:tool/bundle@0.3.0`, or export functions of plain values, and rebuild it".to_owned()
            }
            Self::NoListing { .. } => {
                "let its world `include unity-tools:tool/bundle-listed@0.3.0` (in Rust: the SDK's feature `listing`) and rebuild \
                 it; `unity-tool-host listing` writes the section"
                    .to_owned()
            }
            Self::Listing { .. } => {
                "correct the tool, resource or prompt that is named; listing must be quick and use no import".to_owned()
            }
        }
    }
}
