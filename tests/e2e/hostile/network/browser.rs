//! A browser on this machine, which the guard trusts as far as it trusts loopback pages.

use anyhow::{Result, ensure};
use tests_support::HostOptions;
use tests_support::host::http_client;

#[tokio::test]
async fn every_response_has_nosniff_sandbox_and_no_store_headers() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let http = http_client()?;
    let list = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    for (method, path, status) in [
        ("GET", "/", 200),
        ("GET", "/health", 200),
        ("GET", "/ready", 200),
        ("GET", "/metrics", 200),
        ("GET", "/read?uri=unity://status", 200),
        ("GET", "/read?uri=unity://<script>", 404),
        ("GET", "/sse", 200),
        ("GET", "/mcp", 405),
        ("GET", "/ws", 426),
        ("GET", "/nowhere<script>", 404),
        ("OPTIONS", "/mcp", 204),
        ("DELETE", "/mcp", 400),
        ("POST", "/mcp", 400),
        ("POST", "/", 200),
        ("POST", "/message", 200),
        ("POST", "/editor", 200),
        ("POST", "/messages", 400),
    ] {
        let mut sent = http.request(method.parse()?, host.url(path));
        if method == "POST" {
            sent = sent.body(list);
        }
        let answer = sent.send().await?;
        let header = |name: &str| answer.headers().get(name).map(|value| value.as_bytes().to_vec());
        ensure!(
            answer.status().as_u16() == status,
            "{method} {path}: {}",
            answer.status()
        );
        ensure!(
            header("x-content-type-options").as_deref() == Some(&b"nosniff"[..])
                && header("content-security-policy").as_deref() == Some(&b"sandbox"[..])
                && header("cache-control").is_some_and(|value| value.starts_with(b"no-store")),
            "{method} {path}: {:?}",
            answer.headers()
        );
    }
    let foreign = http.get(host.url("/health")).header("origin", "https://evil.example");
    let refused = foreign.send().await?;
    ensure!(
        refused.status().as_u16() == 403 && refused.headers().contains_key("content-security-policy"),
        "{:?}",
        refused.headers()
    );
    Ok(())
}

#[tokio::test]
async fn rejects_cross_site_loads_without_an_origin() -> Result<()> {
    let host = HostOptions::new().no_bundled().start().await?;
    let http = http_client()?;
    for path in ["/", "/health", "/ready", "/metrics", "/read?uri=unity://status", "/sse"] {
        for (site, origin, refused) in [
            ("cross-site", None, true),
            ("same-site", None, true),
            ("same-origin", None, false),
            ("none", None, false),
            ("cross-site", Some("https://evil.example"), true),
            // A page of this machine.
            ("cross-site", Some("http://localhost:3000"), false),
            ("same-site", Some("http://localhost:3000"), false),
        ] {
            let mut sent = http.get(host.url(path)).header("sec-fetch-site", site);
            if let Some(origin) = origin {
                sent = sent.header("origin", origin);
            }
            let status = sent.send().await?.status().as_u16();
            ensure!((status == 403) == refused, "{path} {site} {origin:?}: {status}");
        }
    }
    Ok(())
}
