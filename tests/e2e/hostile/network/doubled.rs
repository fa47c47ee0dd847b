//! Requests that say a thing twice, or in a form that two readers take for two things.

use anyhow::{Result, ensure};
use std::net::SocketAddr;
use tests_support::HostOptions;
use tests_support::host::http_client;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn rejects_duplicate_json_members_in_sessionless_protocols() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let http = http_client()?;
    let call = |name: &str, arguments: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"{name}":"GetStatus",{arguments}}}}}"#)
    };
    for (path, name) in [("/", "name"), ("/message", "name"), ("/editor", "tool")] {
        for (arguments, refused) in [
            (r#""arguments":{}"#, false),
            (r#""arguments":{},"arguments":{}"#, true),
            (r#""arguments":{"a":1,"\u0061":2}"#, true),
            (r#""arguments":{"a":[{"b":1,"b":2}]}"#, true),
        ] {
            let answer = http.post(host.url(path)).body(call(name, arguments)).send().await?;
            let text = answer.text().await?;
            let is_refused =
                text.contains("-32602") && (text.contains("occurs twice") || text.contains("duplicate field"));
            ensure!(is_refused == refused, "{path} {arguments}: {text}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn sessionless_key_rejects_a_conflicting_retry() -> Result<()> {
    let host = HostOptions::new().writing().start().await?;
    let http = http_client()?;
    for (value, conflicts) in [(0.5, false), (0.5, false), (0.7, true)] {
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"SetTimeScale","arguments":{{"value":{value}}},"_meta":{{"unity-tools/idempotencyKey":"k","unity-tools/clientSecret":"0c9f4a4e-secret-of-one-client"}}}}}}"#
        );
        let text = http.post(host.url("/")).body(body).send().await?.text().await?;
        ensure!(text.contains("idempotency key") == conflicts, "{value}: {text}");
    }
    Ok(())
}

#[tokio::test]
async fn rejects_an_oversized_content_length_without_100_continue() -> Result<()> {
    let host = HostOptions::new().no_bundled().start().await?;
    let address: SocketAddr = host.url("").trim_start_matches("http://").parse()?;
    let mut socket = TcpStream::connect(address).await?;
    let head =
        format!("POST / HTTP/1.1\r\nhost: {address}\r\nexpect: 100-continue\r\ncontent-length: 99999999\r\n\r\n");
    socket.write_all(head.as_bytes()).await?;
    let mut answer = [0; 12];
    socket.read_exact(&mut answer).await?;
    ensure!(&answer == b"HTTP/1.1 413", "{}", String::from_utf8_lossy(&answer));
    Ok(())
}
