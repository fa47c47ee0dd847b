//! A small MCP client over plain HTTP, for both eras.
//!
//! Belongs here: sending a request and taking its answer apart. Does not: what a test expects. Stock clients are used as
//! well (`tests/e2e/clients.rs`); this one also sees statuses, headers and events.

use crate::host::http_client;
use crate::sse::{SseDecoder, SseEvent};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};

/// The stateless version.
pub const STATELESS: &str = "2026-07-28";

/// Which family of MCP versions is spoken.
#[derive(Clone, Debug)]
pub enum Era {
    /// With `initialize`, in this version.
    Handshake(&'static str),
    /// 2026-07-28.
    Stateless,
}

/// One client. Cheap to clone; clones share session and connections.
#[derive(Debug)]
pub struct McpClient {
    http: reqwest::Client,
    url: String,
    /// Session id and negotiated version of the handshake eras.
    session: Option<(String, String)>,
    /// What `initialize` answered; null in the stateless era.
    pub welcome: Value,
    next: AtomicU64,
}

/// What one POST gave back.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    /// Without parameters, e.g. `text/event-stream`.
    pub content_type: String,
    pub session: Option<String>,
    /// Messages that came before the answer.
    pub before: Vec<Value>,
    /// The JSON-RPC answer; null where the body was empty.
    pub message: Value,
}

/// The answer to `tools/call`.
#[derive(Clone, Debug)]
pub struct ToolAnswer(pub Answer);

impl McpClient {
    /// A client of the stateless era; nothing is sent yet.
    pub fn stateless(url: &str) -> Result<Self> {
        Ok(Self {
            http: http_client()?,
            url: url.to_owned(),
            session: None,
            welcome: Value::Null,
            next: AtomicU64::new(1),
        })
    }

    /// A client that is ready to ask; the handshake is done where the era has one.
    pub async fn connect(url: &str, era: Era) -> Result<Self> {
        let mut client = Self::stateless(url)?;
        let Era::Handshake(version) = era else {
            return Ok(client);
        };
        let parameters = json!({
            "protocolVersion": version,
            "capabilities": {},
            "clientInfo": { "name": "e2e", "version": "1" },
        });
        let body = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": parameters });
        let answer = read_answer(client.post(&body).send().await?, Some(&json!(0))).await?;
        let Some(result) = answer.message.get("result") else {
            bail!("initialize answered {} {}", answer.status, answer.message);
        };
        let agreed = result["protocolVersion"]
            .as_str()
            .context("no protocolVersion")?
            .to_owned();
        client.welcome = result.clone();
        client.session = Some((answer.session.context("initialize gave no session id")?, agreed));
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        let status = client.post(&initialized).send().await?.status().as_u16();
        if status != 202 {
            bail!("notifications/initialized answered {status}");
        }
        Ok(client)
    }

    /// The session id, in the handshake eras.
    pub fn session(&self) -> Option<&str> {
        self.session.as_ref().map(|(id, _)| id.as_str())
    }

    /// Sends one request and reads its answer to the end.
    pub async fn request(&self, method: &str, parameters: Value) -> Result<Answer> {
        let id = json!(self.next.fetch_add(1, Ordering::Relaxed));
        let mut parameters = parameters;
        let mut request = if self.session.is_some() {
            self.http.post(&self.url)
        } else {
            let known = parameters.get("_meta").cloned().unwrap_or_else(|| json!({}));
            parameters["_meta"] = stateless_meta(known);
            let mut request = self.http.post(&self.url);
            request = request
                .header("mcp-protocol-version", STATELESS)
                .header("mcp-method", method);
            if let Some(name) = parameters
                .get("name")
                .or_else(|| parameters.get("uri"))
                .or_else(|| parameters.get("taskId"))
                .and_then(Value::as_str)
            {
                request = request.header("mcp-name", name);
            }
            request
        };
        let body = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters });
        request = self.headers(request);
        let response = request.body(body.to_string()).send().await?;
        read_answer(response, Some(&id)).await
    }

    /// Sends a notification; the status it was answered with.
    pub async fn notify(&self, method: &str, parameters: Value) -> Result<u16> {
        let body = json!({ "jsonrpc": "2.0", "method": method, "params": parameters });
        Ok(self.post(&body).send().await?.status().as_u16())
    }

    /// `tools/call`.
    pub async fn call(&self, tool: &str, arguments: Value) -> Result<ToolAnswer> {
        let parameters = json!({ "name": tool, "arguments": arguments });
        Ok(ToolAnswer(self.request("tools/call", parameters).await?))
    }

    /// `tools/call` that asks for progress.
    pub async fn call_with_progress(&self, tool: &str, arguments: Value) -> Result<ToolAnswer> {
        let parameters = json!({ "name": tool, "arguments": arguments, "_meta": { "progressToken": "p1" } });
        Ok(ToolAnswer(self.request("tools/call", parameters).await?))
    }

    /// The structured result of a call that must succeed.
    pub async fn ask(&self, tool: &str, arguments: Value) -> Result<Value> {
        self.call(tool, arguments.clone())
            .await?
            .structured()
            .with_context(|| format!("{tool} {arguments}"))
    }

    /// Every tool, over all pages.
    pub async fn list_tools(&self) -> Result<Vec<Value>> {
        let mut tools = Vec::new();
        let mut cursor: Option<String> = None;
        loop {
            let parameters = match &cursor {
                Some(cursor) => json!({ "cursor": cursor }),
                None => json!({}),
            };
            let answer = self.request("tools/list", parameters).await?;
            let Some(result) = answer.message.get("result") else {
                bail!("tools/list answered {} {}", answer.status, answer.message);
            };
            tools.extend(result["tools"].as_array().context("no tools")?.iter().cloned());
            match result.get("nextCursor").and_then(Value::as_str) {
                Some(next) if Some(next) != cursor.as_deref() => cursor = Some(next.to_owned()),
                Some(next) => bail!("the cursor {next} came twice"),
                None => return Ok(tools),
            }
        }
    }

    /// Names of all tools.
    pub async fn tool_names(&self) -> Result<Vec<String>> {
        let tools = self.list_tools().await?;
        Ok(tools
            .iter()
            .filter_map(|tool| tool["name"].as_str())
            .map(str::to_owned)
            .collect())
    }

    /// The session's own stream.
    pub async fn listen(&self) -> Result<EventStream> {
        let request = self
            .headers(self.http.get(&self.url))
            .header("accept", "text/event-stream");
        let response = request.send().await?;
        if response.status().as_u16() != 200 {
            bail!("GET answered {} {}", response.status(), response.text().await?);
        }
        Ok(EventStream {
            response,
            decoder: SseDecoder::default(),
            waiting: VecDeque::new(),
        })
    }

    /// Ends the session; the status.
    pub async fn end(&self) -> Result<u16> {
        Ok(self
            .headers(self.http.delete(&self.url))
            .send()
            .await?
            .status()
            .as_u16())
    }

    fn post(&self, body: &Value) -> reqwest::RequestBuilder {
        self.headers(self.http.post(&self.url)).body(body.to_string())
    }

    fn headers(&self, request: reqwest::RequestBuilder) -> reqwest::RequestBuilder {
        let request = request
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream");
        match &self.session {
            Some((session, version)) => request
                .header("mcp-session-id", session)
                .header("mcp-protocol-version", version),
            // The stateless era adds its own headers; `initialize` has none.
            None => request,
        }
    }
}

fn stateless_meta(mut known: Value) -> Value {
    known["io.modelcontextprotocol/protocolVersion"] = json!(STATELESS);
    known["io.modelcontextprotocol/clientInfo"] = json!({ "name": "e2e", "version": "1" });
    if known["io.modelcontextprotocol/clientCapabilities"].is_null() {
        known["io.modelcontextprotocol/clientCapabilities"] = json!({});
    }
    known
}

async fn read_answer(response: reqwest::Response, id: Option<&Value>) -> Result<Answer> {
    let status = response.status().as_u16();
    let header = |name: &str| {
        let value = response.headers().get(name)?;
        value.to_str().ok().map(str::to_owned)
    };
    let session = header("mcp-session-id");
    let content_type = header("content-type").unwrap_or_default();
    let content_type = content_type.split(';').next().unwrap_or_default().trim().to_owned();
    let body = response.bytes().await?;
    let mut before = Vec::new();
    let mut message = Value::Null;
    if content_type == "text/event-stream" {
        for event in SseDecoder::default().push(&body) {
            if event.data.is_empty() {
                continue;
            }
            let value: Value = serde_json::from_str(&event.data).with_context(|| event.data.clone())?;
            if value.get("method").is_none() && value.get("id") == id {
                message = value;
            } else {
                before.push(value);
            }
        }
    } else if !body.is_empty() {
        message = serde_json::from_slice(&body)
            .with_context(|| format!("{status} {content_type} {}", String::from_utf8_lossy(&body)))?;
    }
    Ok(Answer {
        status,
        content_type,
        session,
        before,
        message,
    })
}

impl ToolAnswer {
    /// The structured result; an error where the call failed or gave none.
    pub fn structured(&self) -> Result<Value> {
        if let Some(failure) = self.failure() {
            bail!("the call failed: {failure}");
        }
        let result = &self.0.message["result"];
        if let Some(structured) = result.get("structuredContent") {
            return Ok(structured.clone());
        }
        let text = self.text();
        serde_json::from_str(&text).with_context(|| format!("no structured result: {result}"))
    }

    /// All text blocks, one a line.
    pub fn text(&self) -> String {
        let blocks = self.0.message["result"]["content"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let texts: Vec<&str> = blocks.iter().filter_map(|block| block["text"].as_str()).collect();
        texts.join("\n")
    }

    /// What a failed call returns: the text of an `isError` result, or the JSON-RPC error.
    pub fn failure(&self) -> Option<String> {
        let message = &self.0.message;
        if let Some(error) = message.get("error") {
            return Some(error.to_string());
        }
        match message.get("result") {
            Some(result) if result["isError"] == true => Some(self.text()),
            Some(_) => None,
            None => Some(format!("status {}, no JSON-RPC answer: {message}", self.0.status)),
        }
    }

    /// `failure`, which must be there.
    pub fn expect_failure(&self) -> Result<String> {
        self.failure()
            .with_context(|| format!("the call succeeded: {}", self.0.message))
    }

    /// `notifications/progress` that came before the answer, in order.
    pub fn progress(&self) -> Vec<f64> {
        let progress = self
            .0
            .before
            .iter()
            .filter(|event| event["method"] == "notifications/progress");
        progress
            .filter_map(|event| event["params"]["progress"].as_f64())
            .collect()
    }
}

/// An open stream of events.
#[derive(Debug)]
pub struct EventStream {
    response: reqwest::Response,
    decoder: SseDecoder,
    waiting: VecDeque<SseEvent>,
}

impl EventStream {
    /// The next event; `None` when the stream ended.
    pub async fn next(&mut self) -> Result<Option<SseEvent>> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Ok(Some(event));
            }
            match self.response.chunk().await? {
                Some(bytes) => self.waiting.extend(self.decoder.push(&bytes)),
                None => return Ok(None),
            }
        }
    }

    /// Reads until a message with `method` comes. Bounded by `PATIENCE`.
    pub async fn wait_for_method(&mut self, method: &str) -> Result<Value> {
        let wanted = async {
            while let Some(event) = self.next().await? {
                if event.data.is_empty() {
                    continue;
                }
                let value: Value = serde_json::from_str(&event.data)?;
                if value["method"] == method {
                    return Ok(value);
                }
            }
            bail!("the stream ended before {method} came")
        };
        tokio::time::timeout(crate::PATIENCE, wanted)
            .await
            .with_context(|| format!("waited in vain for {method}"))?
    }
}
