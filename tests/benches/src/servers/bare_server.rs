//! An axum handler that reads the body and answers with a constant one: the least an HTTP server does.

use anyhow::Result;
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::post;
use axum::serve::ListenerExt;

/// As long as the host's answer to the empty tool.
const ANSWER: &str = r#"{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"done"}],"isError":false}}"#;

/// Serves until it is killed.
#[expect(clippy::print_stdout, reason = "the parent reads the address there")]
pub(crate) async fn serve() -> Result<()> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        // Without it the comparison would be one of delayed ACKs.
        let _ = stream.set_nodelay(true);
    });
    let answer = |body: axum::body::Bytes| async move {
        let request: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
        std::hint::black_box(request);
        ([(CONTENT_TYPE, "application/json")], ANSWER)
    };
    axum::serve(listener, Router::new().route("/mcp", post(answer))).await?;
    Ok(())
}
