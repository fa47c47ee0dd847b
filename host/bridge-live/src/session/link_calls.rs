//! The `link/…` calls: they load code, list assemblies, or prove access to a folder. Guests cannot send them.
//!
//! Belongs here: names, arguments and size limits of these calls. Does not: how they are sent (`calls`), their callers.

use crate::frames::WireEffect;
use crate::limits::{BINARY_HEAD, FRAME};
use host_bridge::{BridgeError, BridgeErrorKind};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::sync::Arc;

/// One `link/…` call with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkCall {
    /// Lists the loaded assemblies: name, SHA-256 and size in bytes of each.
    Assemblies,
    /// Returns the bytes of the loaded assembly with this SHA-256.
    Assembly { sha256: String },
    /// Loads an assembly and calls the static `method` of its type `type_name`, which takes one array of strings.
    LoadAssembly {
        name: String,
        type_name: String,
        method: String,
        arguments: Vec<String>,
        bytes: Arc<[u8]>,
    },
    /// Loads an assembly as the code of the hook on the method `signature`. Its type `type_name` has the code.
    LoadHook {
        signature: String,
        /// The C# source of the hook, which the functions of the interface `hooks` return later.
        source: String,
        type_name: String,
        bytes: Arc<[u8]>,
    },
    /// Requests that an editor writes a nonce into a file below its project's `Library` folder.
    ProveFolder { nonce: String },
    /// Calls a function of the contract that begins a job. `arguments` is the text of a JSON object.
    BeginJob { method: &'static str, arguments: Arc<str> },
    /// Returns the state of a job.
    Job { job: String },
    /// Requests the end of a job.
    CancelJob { job: String },
}

/// The answer to a `link/…` call: JSON, and the content of the following binary frame, if there is one.
#[derive(Clone, Debug)]
pub struct LinkReply {
    pub value: Box<RawValue>,
    pub bytes: Option<Vec<u8>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Args<'a> {
    None {},
    Assembly {
        sha256: &'a str,
    },
    Load {
        name: &'a str,
        #[serde(rename = "type")]
        type_name: &'a str,
        method: &'a str,
        arguments: &'a [String],
    },
    Hook {
        signature: &'a str,
        source: &'a str,
        #[serde(rename = "type")]
        type_name: &'a str,
    },
    Prove {
        nonce: &'a str,
    },
    Job {
        job: &'a str,
    },
}

impl LinkCall {
    /// Returns the name of the call, such as `link/assembly`, as `hello.functions` lists it.
    pub fn method(&self) -> &'static str {
        match self {
            Self::Assemblies => "link/assemblies",
            Self::Assembly { .. } => "link/assembly",
            Self::LoadAssembly { .. } => "link/load-assembly",
            Self::LoadHook { .. } => "link/load-hook",
            Self::ProveFolder { .. } => "link/prove-folder",
            Self::BeginJob { method, .. } => method,
            Self::Job { .. } => "link/job",
            Self::CancelJob { .. } => "link/cancel-job",
        }
    }

    /// Returns the effect of the call: read, write or code.
    pub fn effect(&self) -> WireEffect {
        match self {
            // The end of a job can be requested repeatedly.
            Self::Assemblies | Self::Assembly { .. } | Self::Job { .. } | Self::CancelJob { .. } => WireEffect::Read,
            Self::LoadAssembly { .. } | Self::LoadHook { .. } => WireEffect::Code,
            Self::ProveFolder { .. } | Self::BeginJob { .. } => WireEffect::Write,
        }
    }

    pub(super) fn args(&self) -> Box<RawValue> {
        let args = match self {
            Self::Assemblies => Args::None {},
            Self::Assembly { sha256 } => Args::Assembly { sha256 },
            Self::LoadAssembly {
                name,
                type_name,
                method,
                arguments,
                ..
            } => Args::Load {
                name,
                type_name,
                method,
                arguments,
            },
            Self::LoadHook {
                signature,
                source,
                type_name,
                ..
            } => Args::Hook {
                signature,
                source,
                type_name,
            },
            Self::ProveFolder { nonce } => Args::Prove { nonce },
            Self::Job { job } | Self::CancelJob { job } => Args::Job { job },
            Self::BeginJob { arguments, .. } => {
                return RawValue::from_string(arguments.to_string()).expect("arguments of a command are JSON");
            }
        };
        to_raw_value(&args).expect("texts are JSON")
    }

    pub(super) fn bytes(&self) -> Option<Arc<[u8]>> {
        match self {
            Self::LoadAssembly { bytes, .. } | Self::LoadHook { bytes, .. } => Some(Arc::clone(bytes)),
            _ => None,
        }
    }

    pub(super) fn size_error(&self) -> Option<BridgeError> {
        let (size, most) = (self.bytes()?.len(), FRAME - BINARY_HEAD);
        if size <= most {
            return None;
        }
        let message = format!("the assembly has {size} bytes; a frame holds at most {most}");
        Some(BridgeError::new(BridgeErrorKind::TooLarge, message))
    }
}
