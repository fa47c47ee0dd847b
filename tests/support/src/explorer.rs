//! A client of the Explorer protocol over plain HTTP.
//!
//! Belongs here: sending requests and taking answers apart. Does not: what an answer should be.

use crate::host::{TestHost, http_client};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// Sends to `POST /message` of one host.
#[derive(Clone, Debug)]
pub struct Explorer {
    http: reqwest::Client,
    base: String,
}

impl Explorer {
    pub fn new(host: &TestHost) -> Result<Self> {
        Ok(Self {
            http: http_client()?,
            base: host.url(""),
        })
    }

    /// Any request: status and body, an empty body as null.
    pub async fn send(&self, path: &str, body: impl Into<reqwest::Body>) -> Result<(u16, Value)> {
        let sent = self.http.post(format!("{}{path}", self.base)).body(body);
        parts(sent.send().await?).await
    }

    /// One JSON-RPC request with id 1.
    pub async fn rpc(&self, method: &str, parameters: Value) -> Result<(u16, Value)> {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": parameters });
        self.send("/message", body.to_string()).await
    }

    /// `call_tool`: status and the whole answer.
    pub async fn call(&self, tool: &str, arguments: Value) -> Result<(u16, Value)> {
        self.rpc("call_tool", json!({ "name": tool, "arguments": arguments }))
            .await
    }

    /// The `json` of a call that must be answered with 200 and one JSON block whose text says the same.
    pub async fn json(&self, tool: &str, arguments: Value) -> Result<Value> {
        let (status, answer) = self.call(tool, arguments.clone()).await?;
        ensure!(status == 200, "{tool} {arguments}: {status} {answer}");
        let content = answer["result"]["content"].as_array().context("content")?;
        let [block] = content.as_slice() else {
            anyhow::bail!("{tool}: not one block: {answer}");
        };
        ensure!(
            block["type"] == "text" && block["mimeType"] == "application/json",
            "{tool}: {block}"
        );
        let text: Value = serde_json::from_str(block["text"].as_str().context("text")?)?;
        ensure!(text == block["json"], "{tool}: text and json differ: {block}");
        Ok(text)
    }

    /// The `json` of a write that must succeed.
    pub async fn write(&self, tool: &str, arguments: Value) -> Result<Value> {
        let json = self.json(tool, arguments.clone()).await?;
        ensure!(json["ok"] == true, "{tool} {arguments}: {json}");
        Ok(json)
    }

    /// The `error` of a write that must be refused: 200 with `ok: false`, `kind`, `message` and `hint`.
    pub async fn expect_refusal(&self, tool: &str, arguments: Value) -> Result<Value> {
        let json = self.json(tool, arguments.clone()).await?;
        ensure!(json["ok"] == false, "{tool} {arguments} went through: {json}");
        let error = &json["error"];
        ensure!(
            error["kind"].is_string() && error["message"].is_string() && error.get("hint").is_some(),
            "{tool}: {json}"
        );
        Ok(error.clone())
    }

    /// What `read_resource` gives: the JSON in its one text.
    pub async fn read(&self, uri: &str) -> Result<Value> {
        let (status, answer) = self.rpc("read_resource", json!({ "uri": uri })).await?;
        ensure!(status == 200, "{uri}: {status} {answer}");
        let contents = answer["result"]["contents"].as_array().context("contents")?;
        let [item] = contents.as_slice() else {
            anyhow::bail!("{uri}: not one item: {answer}");
        };
        ensure!(item["uri"] == uri && item["mimeType"] == "application/json", "{item}");
        Ok(serde_json::from_str(item["text"].as_str().context("text")?)?)
    }

    /// `GET` of a path with an `Accept` header: the open response.
    pub async fn open(&self, path: &str, accept: &str) -> Result<reqwest::Response> {
        let sent = self.http.get(format!("{}{path}", self.base)).header("accept", accept);
        Ok(sent.send().await?)
    }

    /// `stream_events`: the open response.
    pub async fn stream_events(&self) -> Result<reqwest::Response> {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "stream_events" });
        let sent = self.http.post(format!("{}/message", self.base)).body(body.to_string());
        Ok(sent.send().await?)
    }

    /// The first object with exactly that path.
    pub async fn object(&self, path: &str) -> Result<String> {
        let found = self
            .json("SearchObjects", json!({ "path": path, "limit": 500 }))
            .await?;
        let items = found["Items"].as_array().context("items")?;
        let item = items.iter().find(|item| item["Path"] == path);
        let id = item.and_then(|item| item["Id"].as_str());
        Ok(id.with_context(|| format!("no object {path}: {found}"))?.to_owned())
    }
}

/// Status and body; an empty body is null.
pub async fn parts(response: reqwest::Response) -> Result<(u16, Value)> {
    let status = response.status().as_u16();
    let body = response.bytes().await?;
    if body.is_empty() {
        return Ok((status, Value::Null));
    }
    let value = serde_json::from_slice(&body);
    Ok((
        status,
        value.with_context(|| format!("{status}: no JSON: {}", String::from_utf8_lossy(&body)))?,
    ))
}

/// The JSON lines of a `stream_events` response, one after the other.
#[derive(Debug)]
pub struct JsonLines {
    response: reqwest::Response,
    buffer: Vec<u8>,
}

impl JsonLines {
    pub fn new(response: reqwest::Response) -> Self {
        Self {
            response,
            buffer: Vec::new(),
        }
    }

    /// The next message; `None` at the end. Bounded by `PATIENCE`.
    pub async fn next(&mut self) -> Result<Option<Value>> {
        tokio::time::timeout(crate::PATIENCE, self.take())
            .await
            .context("no line came")?
    }

    async fn take(&mut self) -> Result<Option<Value>> {
        loop {
            if let Some(at) = self.buffer.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=at).collect();
                return Ok(Some(serde_json::from_slice(&line)?));
            }
            match self.response.chunk().await? {
                Some(bytes) => self.buffer.extend_from_slice(&bytes),
                None => return Ok(None),
            }
        }
    }

    /// Reads on until an event of that name; what came before it, and its payload.
    pub async fn read_until(&mut self, event: &str) -> Result<(Vec<Value>, Value)> {
        let mut before = Vec::new();
        while let Some(message) = self.next().await? {
            if message["method"] == "notification" && message["params"]["event"] == event {
                return Ok((before, message["params"]["payload"].clone()));
            }
            before.push(message);
        }
        anyhow::bail!("the stream ended before `{event}`; it said {before:?}")
    }
}
