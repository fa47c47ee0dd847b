//! The view of an operator: current problems, and clients that try tokens.

use crate::client::{Host, LATEST, call, wait_for_count};
use host_wire::Token;
use reqwest::Method;
use serde_json::{Value, json};

async fn health(host: &Host) -> Value {
    let answer = host.request(Method::GET, "/health").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    answer.json().await.unwrap()
}

#[tokio::test]
async fn reports_degraded_health_while_a_problem_exists() {
    let mut parts = None;
    let host = Host::start_with(|options| {
        options.max_in_flight = 2;
        options.client_share = 100;
        parts = Some(options.problems.clone());
    })
    .await;
    let parts = parts.unwrap();
    assert_eq!(
        (&health(&host).await["status"], &health(&host).await["problems"]),
        (&json!("ok"), &json!([]))
    );

    parts.set("audit", Some("no line can be written".to_owned()));
    let told = health(&host).await;
    assert_eq!(told["status"], "degraded");
    assert_eq!(told["problems"], json!(["audit: no line can be written"]));
    parts.set("audit", None);
    assert_eq!(health(&host).await["status"], "ok");

    let refused = "bundle `b` is refused since 2026-01-01T00:00:00Z: it is no component".to_owned();
    host.fake.problems.lock().unwrap().push(refused.clone());
    let told = health(&host).await;
    assert_eq!(
        (&told["status"], &told["problems"]),
        (&json!("degraded"), &json!([refused]))
    );
    host.fake.problems.lock().unwrap().clear();

    let session = host.session(LATEST).await;
    let pending: Vec<_> = (0..2)
        .map(|id| tokio::spawn(session.post(&call(id, "slow")).send()))
        .collect();
    wait_for_count(&host.fake.started, 2).await;
    let told = health(&host).await;
    assert_eq!(told["status"], "degraded");
    let why = told["problems"][0].as_str().unwrap();
    assert!(
        why.contains("2 calls in flight") && why.contains("server.max-in-flight"),
        "{why}"
    );
    host.fake.gate.add_permits(2);
    for pending in pending {
        assert_eq!(pending.await.unwrap().unwrap().status(), 200);
    }
    assert_eq!(health(&host).await["status"], "ok");
}

#[tokio::test]
async fn counts_and_throttles_wrong_tokens_but_accepts_the_right_one() {
    let host = Host::start_with(|options| options.token = Some(Token::new("s3cret"))).await;
    let ask = async |path: &str, token: Option<&str>| {
        let mut sent = host.request(Method::GET, path);
        if let Some(token) = token {
            sent = sent.header("authorization", format!("Bearer {token}"));
        }
        sent.send().await.unwrap()
    };
    // A missing token is not a failed login.
    for _ in 0..20 {
        assert_eq!(ask("/metrics", None).await.status(), 401);
    }
    let mut statuses = Vec::new();
    for guess in 0..30 {
        // If no token is required, a wrong one counts all the same: the long form would confirm a right guess.
        let (path, refused) = if guess % 2 == 0 {
            ("/metrics", 401)
        } else {
            ("/health", 200)
        };
        let answer = ask(path, Some(&format!("guess {guess}"))).await;
        let (status, again) = (answer.status().as_u16(), answer.headers().contains_key("retry-after"));
        assert!(
            status == refused || (path == "/metrics" && status == 429 && again),
            "{path}: {status}"
        );
        if path == "/health" {
            assert!(answer.json::<Value>().await.unwrap().get("version").is_none());
        }
        statuses.push(status);
    }
    assert!(statuses.contains(&429), "{statuses:?}");
    let slowed = ask("/metrics", Some("s3cret")).await.status().as_u16();
    let let_in = async {
        while ask("/metrics", Some("s3cret")).await.status() != 200 {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    crate::client::wait_within("the right token to get in again", let_in).await;
    // From now on the address is known by the right token.
    for guess in 0..30 {
        assert_eq!(ask("/metrics", Some(&format!("guess {guess}"))).await.status(), 401);
    }
    let answer = ask("/metrics", Some("s3cret")).await;
    assert_eq!(answer.status(), 200, "before: {slowed}");
    let metrics = answer.text().await.unwrap();
    let of = |name: &str| -> u64 {
        let name = format!("unity_tool_host_logins_{name}_total ");
        let line = metrics.lines().find_map(|line| line.strip_prefix(&name));
        line.unwrap_or_else(|| panic!("{name}is in {metrics}")).parse().unwrap()
    };
    assert!(of("failed") >= 60 && of("throttled") >= 1, "{metrics}");
    assert!(metrics.contains("# TYPE unity_tool_host_logins_failed_total counter"));
}
