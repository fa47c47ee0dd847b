//! The tables of `dialects/data`: sections of rows, each section with the settings of its host.
//!
//! A row is `{"row", "send", "path"?, "headers"?, "status"?, "answer"}`: `send` is JSON, or text that is sent unchanged.

use super::pattern::differences;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::{Map, Value};
use tests_support::{HostOptions, TestHost, explorer, paths};

/// One host and what is sent to it, row after row.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Section {
    pub(super) section: String,
    /// `key=value`, as `--set` takes it.
    #[serde(default)]
    set: Vec<String>,
    /// Bundles that only tests load.
    #[serde(default)]
    fixtures: Vec<String>,
    pub(super) rows: Vec<Row>,
}

/// One request and what its answer looks like.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    /// The protocol's words for it.
    pub(super) row: String,
    pub(super) send: Value,
    path: Option<String>,
    #[serde(default)]
    headers: Map<String, Value>,
    #[serde(default = "ok")]
    status: u16,
    pub(super) answer: Value,
}

fn ok() -> u16 {
    200
}

/// The sections of a data file.
pub(super) fn sections(text: &str) -> Result<Vec<Section>> {
    serde_json::from_str(text).context("a table of `dialects/data`")
}

impl Section {
    pub(super) async fn start(&self) -> Result<TestHost> {
        let mut options = HostOptions::new();
        for set in &self.set {
            let (key, value) = set.split_once('=').with_context(|| set.clone())?;
            options = options.set(key, value);
        }
        for fixture in &self.fixtures {
            options = options.tools(&paths::fixture_bundle(fixture)?);
        }
        options.start().await
    }
}

impl Row {
    pub(super) fn body(&self) -> String {
        match &self.send {
            Value::String(text) => text.clone(),
            json => json.to_string(),
        }
    }

    /// What is wrong with an answer to it.
    pub(super) fn judge(&self, status: u16, answer: &Value) -> Vec<String> {
        let mut told = differences(&self.answer, answer);
        if status != self.status {
            told.push(format!("status {status}, expected {}", self.status));
        }
        told.into_iter().map(|told| format!("{}: {told}", self.row)).collect()
    }
}

/// Headers that go with every row.
pub(super) type Headers = Vec<(&'static str, String)>;

/// Sends each row of each section to `path`, and reports all faults at once. `headers` makes what goes with every row,
/// once a section's host runs.
pub(super) async fn run(text: &str, path: &str, headers: impl AsyncFn(&TestHost) -> Result<Headers>) -> Result<()> {
    let http = tests_support::host::http_client()?;
    let mut wrong = Vec::new();
    for section in sections(text)? {
        let host = section.start().await?;
        let headers = headers(&host).await?;
        for row in &section.rows {
            let mut request = http.post(host.url(row.path.as_deref().unwrap_or(path)));
            for (name, value) in &headers {
                request = request.header(*name, value);
            }
            for (name, value) in &row.headers {
                request = request.header(name, value.as_str().unwrap_or_default());
            }
            let (status, answer) = explorer::parts(request.body(row.body()).send().await?).await?;
            let told = row.judge(status, &answer);
            wrong.extend(told.into_iter().map(|told| format!("[{}] {told}", section.section)));
        }
        host.wait_until_idle().await?;
    }
    ensure!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    Ok(())
}
