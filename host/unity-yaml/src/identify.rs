//! Recognizes Unity's text format and other kinds of files. Each error contains the kind and an advice.

use super::bounds::line_of;

/// The reason why a file is not a readable text asset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileProblem {
    #[error("the file is empty (0 bytes)")]
    Empty,
    #[error("the file is a Git LFS pointer, its content was not downloaded")]
    LfsPointer,
    #[error("the file is in Unity's binary form{}", version_text(*.version))]
    Binary { version: Option<u32> },
    #[error("the file is JSON, not a Unity text asset")]
    Json,
    #[error("the file is UTF-16, Unity writes UTF-8")]
    Utf16,
    #[error("the file is not valid UTF-8: bad byte at offset {offset} (line {line})")]
    InvalidUtf8 { offset: usize, line: u32 },
    #[error("the file does not start with %YAML, so it is not a Unity text asset")]
    NotYaml,
    #[error("the file has a %YAML line but no documents; it may have been cut off")]
    NoDocuments,
    #[error("line {line} is no document head (`--- !u!CLASS &ID`): {text:?}")]
    BadHead { line: u32, text: String },
    #[error("the file has an unresolved merge conflict at line {line}")]
    MergeConflict { line: u32 },
    #[error("the file has {size} bytes, more than the limit of {limit}")]
    TooLarge { size: u64, limit: u64 },
}

impl FileProblem {
    /// Returns advice for the user on how to repair the file that has this problem.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Empty | Self::NoDocuments => {
                "restore the file from version control, or save the scene again in Unity"
            }
            Self::LfsPointer => "run `git lfs pull` in the project",
            Self::Binary { .. } => {
                "set Edit > Project Settings > Editor > Asset Serialization to Force Text and save the scene again in Unity"
            }
            Self::Json | Self::NotYaml => "check that the file is a scene or prefab saved by Unity",
            Self::Utf16 | Self::InvalidUtf8 { .. } => {
                "restore the file from version control; no tool may change its encoding"
            }
            Self::BadHead { .. } => "restore the file from version control, or save it again in Unity",
            Self::MergeConflict { .. } => "resolve the conflict (UnityYAMLMerge helps) and save the file",
            Self::TooLarge { .. } => "keep large data (baked meshes, terrain) in files of their own",
        }
    }

    /// Returns this problem and the advice on how to repair the file as one sentence, for diagnostics.
    pub fn with_remedy(&self) -> String {
        format!("{self}; {}", self.remedy())
    }
}

fn version_text(version: Option<u32>) -> String {
    version.map_or_else(String::new, |version| format!(" (serialized file version {version})"))
}

/// Returns the text of a file in Unity's text format, without a byte order mark.
///
/// # Errors
/// The file is not in Unity's text format, is not UTF-8, or contains a merge conflict.
pub fn as_text(bytes: &[u8]) -> Result<&str, FileProblem> {
    let bytes = in_form(bytes)?;
    let text = std::str::from_utf8(bytes).map_err(|error| invalid_utf8(bytes, error))?;
    merged(text)?;
    Ok(text)
}

/// Converts the bytes of a file to text like `as_text`, but reuses their memory.
///
/// # Errors
/// The errors of `as_text`.
pub fn into_text(mut bytes: Vec<u8>) -> Result<String, FileProblem> {
    let mark = bytes.len() - in_form(&bytes)?.len();
    bytes.drain(..mark);
    let text = String::from_utf8(bytes).map_err(|error| invalid_utf8(error.as_bytes(), error.utf8_error()))?;
    merged(&text)?;
    Ok(text)
}

/// Returns the bytes without a byte order mark, if they begin like a file in Unity's text format.
fn in_form(bytes: &[u8]) -> Result<&[u8], FileProblem> {
    if bytes.is_empty() {
        return Err(FileProblem::Empty);
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(FileProblem::Utf16);
    }
    let bytes = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(bytes);
    if bytes.starts_with(b"version https://git-lfs") {
        return Err(FileProblem::LfsPointer);
    }
    if !(bytes.starts_with(b"%YAML") || bytes.starts_with(b"--- ")) {
        return Err(other_form(bytes));
    }
    Ok(bytes)
}

fn invalid_utf8(bytes: &[u8], error: std::str::Utf8Error) -> FileProblem {
    let offset = error.valid_up_to();
    let line = 1 + memchr::memchr_iter(b'\n', bytes.get(..offset).unwrap_or_default()).count();
    FileProblem::InvalidUtf8 {
        offset,
        line: u32::try_from(line).unwrap_or(u32::MAX),
    }
}

fn merged(text: &str) -> Result<(), FileProblem> {
    match memchr::memmem::find(text.as_bytes(), b"\n<<<<<<< ") {
        Some(at) => Err(FileProblem::MergeConflict {
            line: line_of(text, at + 1),
        }),
        None => Ok(()),
    }
}

fn other_form(bytes: &[u8]) -> FileProblem {
    let start = bytes.get(..64).unwrap_or(bytes);
    // The binary form's header contains big-endian numbers with many zero bytes; its format version is at byte 8.
    if start.contains(&0) {
        let version = bytes
            .get(8..12)
            .and_then(|b| b.try_into().ok())
            .map(u32::from_be_bytes)
            .filter(|version| (9..=64).contains(version));
        return FileProblem::Binary { version };
    }
    match start.iter().find(|b| !b.is_ascii_whitespace()) {
        None => FileProblem::Empty,
        Some(b'{' | b'[') => FileProblem::Json,
        Some(_) => FileProblem::NotYaml,
    }
}
