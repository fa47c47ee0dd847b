//! The JSON encoding of MCP results from outcomes of the `api` crate. JSON from a guest is copied, never parsed.

mod content;
mod text;

use crate::errors;
use crate::members::{self, Member};
use crate::text_form::TextForm;
use crate::versions::Version;
use content::{Block, Contents, diagnostics_block};
use host_api::{
    CallError, CallOutcome, Completion, ContentBlock, Json, PromptOutcome, ResourceOutcome, ResultExtra, Role, Target,
    ToolOutcome, UnityOfCall,
};
use host_wire::jsonrpc::{self, RequestId};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// The identity of the host, the MCP version, and the form of texts, with which responses to a client are encoded.
pub struct Speaker<'a> {
    pub version: Version,
    pub server_name: &'a str,
    pub server_version: &'a str,
    /// The form of the text that a tool's result contains in addition to its structured JSON.
    pub text: TextForm,
}

#[derive(Clone, Copy, Serialize)]
pub struct ServerInfo<'a> {
    pub name: &'a str,
    pub version: &'a str,
}

/// Encodes the response to `tools/call`.
pub fn tool_response(speaker: &Speaker<'_>, id: &RequestId, unity: &UnityOfCall, outcome: &CallOutcome) -> Vec<u8> {
    match outcome {
        Ok(outcome) => tool_result(speaker, id, unity, outcome),
        Err(error) => match errors::tool_fault(error, speaker.version) {
            Some(fault) => fault.to_json(Some(id)),
            None => tool_error(speaker, id, unity, error),
        },
    }
}

/// Encodes the response to `resources/read`.
pub fn resource_response(
    speaker: &Speaker<'_>,
    id: &RequestId,
    uri: &str,
    unity: &UnityOfCall,
    outcome: &ResourceOutcome,
) -> Vec<u8> {
    #[derive(Serialize)]
    struct Body<'a> {
        contents: Vec<Contents<'a>>,
    }
    match outcome {
        Ok(contents) => {
            let contents = contents
                .iter()
                .map(|one| Contents::from_contents(one, speaker.version))
                .collect();
            // A state of Unity must never be cached.
            let meta = Meta {
                target: unity.target(),
                ..Meta::default()
            };
            speaker.success(id, Body { contents }, Some(0), meta)
        }
        Err(error) => errors::resource_fault(error, uri, speaker.version).to_json(Some(id)),
    }
}

/// Encodes the response to `prompts/get`.
pub fn prompt_response(speaker: &Speaker<'_>, id: &RequestId, outcome: &PromptOutcome) -> Vec<u8> {
    #[derive(Serialize)]
    struct Message<'a> {
        role: &'static str,
        content: Block<'a>,
    }
    #[derive(Serialize)]
    struct Body<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        description: Option<&'a str>,
        messages: Vec<Message<'a>>,
    }
    match outcome {
        Ok(rendered) => {
            let messages = rendered.messages.iter().map(|message| Message {
                role: match message.role {
                    Role::User => "user",
                    Role::Assistant => "assistant",
                },
                content: Block::from_block(&message.content, speaker.version),
            });
            let body = Body {
                description: rendered.description.as_deref(),
                messages: messages.collect(),
            };
            let meta = Meta {
                members: members::meta(&rendered.extra),
                ..Meta::default()
            };
            speaker.success(id, body, None, meta)
        }
        Err(error) => errors::named_fault(error).to_json(Some(id)),
    }
}

/// Encodes the response to `completion/complete`.
pub fn completion_response(speaker: &Speaker<'_>, id: &RequestId, outcome: &Result<Completion, CallError>) -> Vec<u8> {
    /// The maximum number of values in one completion, as MCP defines it; further values are omitted.
    const MOST: usize = 100;
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Values<'a> {
        values: &'a [String],
        #[serde(skip_serializing_if = "Option::is_none")]
        total: Option<u32>,
        has_more: bool,
    }
    #[derive(Serialize)]
    struct Body<'a> {
        completion: Values<'a>,
    }
    match outcome {
        Ok(found) => {
            let completion = Values {
                values: &found.values[..found.values.len().min(MOST)],
                total: found.total,
                has_more: found.has_more || found.values.len() > MOST,
            };
            speaker.success(id, Body { completion }, None, Meta::default())
        }
        Err(error) => errors::named_fault(error).to_json(Some(id)),
    }
}

/// Encodes the successful response to an MCP request whose result has no members.
pub fn empty_response(speaker: &Speaker<'_>, id: &RequestId) -> Vec<u8> {
    #[derive(Serialize)]
    struct Empty {}
    speaker.success(id, Empty {}, None, Meta::default())
}

impl<'s> Speaker<'s> {
    pub fn server_info(&self) -> ServerInfo<'s> {
        ServerInfo {
            name: self.server_name,
            version: self.server_version,
        }
    }

    /// Encodes a success response with the members of `body`. `ttl_ms` is the cache lifetime in milliseconds, which MCP
    /// 2026-07-28 requires for some results; `None` for other results.
    pub fn success<'a, T: Serialize>(&self, id: &RequestId, body: T, ttl_ms: Option<u64>, meta: Meta<'a>) -> Vec<u8>
    where
        's: 'a,
    {
        self.success_of(id, body, ttl_ms, meta, 256)
    }

    /// Encodes a success response with the members of `body`; `bytes` is an estimate of its size, for the buffer.
    fn success_of<'a, T: Serialize>(
        &self,
        id: &RequestId,
        body: T,
        ttl_ms: Option<u64>,
        mut meta: Meta<'a>,
        bytes: usize,
    ) -> Vec<u8>
    where
        's: 'a,
    {
        #[derive(Serialize)]
        struct Around<'a, T> {
            #[serde(rename = "resultType", skip_serializing_if = "Option::is_none")]
            result_type: Option<&'static str>,
            #[serde(flatten)]
            body: T,
            #[serde(rename = "ttlMs", skip_serializing_if = "Option::is_none")]
            ttl_ms: Option<u64>,
            #[serde(rename = "cacheScope", skip_serializing_if = "Option::is_none")]
            cache_scope: Option<&'static str>,
            #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
            meta: Option<Meta<'a>>,
        }
        let is_stateless = self.version.is_stateless();
        let info = self.server_info();
        if is_stateless {
            meta.server = Some(info);
        }
        let around = Around {
            result_type: is_stateless.then_some("complete"),
            body,
            ttl_ms: ttl_ms.filter(|_| is_stateless),
            cache_scope: (is_stateless && ttl_ms.is_some()).then_some("private"),
            meta: (!meta.is_empty()).then_some(meta),
        };
        jsonrpc::success_of(id, &around, bytes)
    }
}

/// The `_meta` of a result. Its members are written in this order, each only if it has a value.
#[derive(Default)]
pub struct Meta<'a> {
    server: Option<ServerInfo<'a>>,
    error: Option<&'a CallError>,
    diagnostics: &'a [String],
    /// The Unity project or instance that answered; `None` if the host has only one.
    target: Option<&'a Target>,
    /// The guest's own name-value pairs, which are written under the id of its bundle; `None` if it set none.
    extra: Option<&'a ResultExtra>,
    /// Members of `_meta` that a guest added, with keys of the form `owner/name`; `None` if it added none.
    members: Option<members::Owned<'a>>,
}

impl Meta<'_> {
    fn is_empty(&self) -> bool {
        let has_words = !self.diagnostics.is_empty() || self.target.is_some();
        let has_members = self.extra.is_some() || self.members.is_some();
        self.server.is_none() && self.error.is_none() && !has_words && !has_members
    }
}

impl Serialize for Meta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(server) = self.server {
            map.serialize_entry("io.modelcontextprotocol/serverInfo", &server)?;
        }
        if let Some(error) = self.error {
            map.serialize_entry("kind", error.kind.as_str())?;
            if let Some(hint) = &error.hint {
                map.serialize_entry("hint", hint)?;
            }
            if let Some(detail) = &error.detail {
                map.serialize_entry("detail", detail)?;
            }
            if let Some(details) = &error.details {
                map.serialize_entry("details", details)?;
            }
        }
        if let Some(target) = self.target {
            let told = ToldTarget {
                unity: &target.unity,
                source: target.source.as_str(),
            };
            map.serialize_entry("unity-tools/target", &told)?;
        }
        if !self.diagnostics.is_empty() {
            map.serialize_entry("diagnostics", self.diagnostics)?;
        }
        if let Some(extra) = self.extra {
            map.serialize_entry(&extra.bundle, &Pairs(&extra.pairs))?;
        }
        if let Some(members) = &self.members {
            members.entries(&mut map)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct ToldTarget<'a> {
    unity: &'a str,
    source: &'static str,
}

struct Pairs<'a>(&'a [(String, String)]);

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, Member::parse(value))))
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolBody<'a> {
    content: Vec<Block<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a Json>,
    is_error: bool,
}

fn tool_result(speaker: &Speaker<'_>, id: &RequestId, unity: &UnityOfCall, outcome: &ToolOutcome) -> Vec<u8> {
    let version = speaker.version;
    let mut content: Vec<_> = outcome
        .content
        .iter()
        .map(|block| Block::from_block(block, version))
        .collect();
    // An error result never has structured content, because clients would validate it against the output schema.
    let structured = outcome
        .structured
        .as_ref()
        .filter(|json| !outcome.is_error && (version.structured_may_be_anything() || json.is_object()));
    let left_out =
        structured.is_some() && speaker.text == TextForm::NoneWhenStructured && version.has_structured_results();
    if let Some(json) = &outcome.structured
        && (structured.is_none() || content.is_empty() && !left_out)
    {
        let text = text::format_json(json.get(), speaker.text);
        content.push(Block::Text { text });
    }
    if !outcome.diagnostics.is_empty() {
        content.push(diagnostics_block(&outcome.diagnostics));
    }
    let body = ToolBody {
        content,
        structured_content: structured,
        is_error: outcome.is_error,
    };
    let meta = Meta {
        diagnostics: &outcome.diagnostics,
        target: unity.target(),
        extra: outcome.extra.as_ref(),
        ..Meta::default()
    };
    let bytes = about_bytes(&body, &outcome.diagnostics);
    speaker.success_of(id, body, None, meta, bytes)
}

/// Returns an estimate of the size in bytes of an encoded tool result, for its buffer. Escaping makes texts longer.
fn about_bytes(body: &ToolBody<'_>, diagnostics: &[String]) -> usize {
    let texts = body.content.iter().map(|block| match block {
        Block::Text { text } => text.len() + text.len() / 8 + 32,
        Block::AnnotatedText { text, .. } => text.len() + text.len() / 8 + 256,
        _ => 64,
    });
    let structured = body.structured_content.map_or(0, |json| json.get().len());
    let said = diagnostics.iter().map(|line| line.len() + 4).sum::<usize>();
    256 + texts.sum::<usize>() + structured + said
}

fn tool_error(speaker: &Speaker<'_>, id: &RequestId, unity: &UnityOfCall, error: &CallError) -> Vec<u8> {
    let text = match &error.hint {
        Some(hint) => Cow::Owned(format!("{}\n{hint}", error.message)),
        None => Cow::Borrowed(error.message.as_str()),
    };
    let mut content = vec![Block::Text { text }];
    if !error.diagnostics.is_empty() {
        content.push(diagnostics_block(&error.diagnostics));
    }
    let body = ToolBody {
        content,
        structured_content: None,
        is_error: true,
    };
    let meta = Meta {
        error: Some(error),
        diagnostics: &error.diagnostics,
        target: unity.target(),
        ..Meta::default()
    };
    speaker.success(id, body, None, meta)
}

/// Encodes content blocks as MCP 2025-11-25 does, for client protocols without their own encoding of blocks.
pub fn content(blocks: &[ContentBlock]) -> impl Serialize + '_ {
    let version = Version::LATEST_HANDSHAKE;
    let shown = blocks.iter().map(|block| Block::from_block(block, version));
    shown.collect::<Vec<_>>()
}
