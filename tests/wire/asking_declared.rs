//! The capabilities that a retry of MCP 2026-07-28 declares apply to it: an answer is not a declaration.

use crate::asking_stateless::{Request, accepted, all_quiet};
use crate::client::Host;
use serde_json::{Value, json};

#[tokio::test]
async fn rejects_retry_without_the_capability_its_answers_need() {
    let host = Host::start().await;
    let call = Request::ask(json!([["form:name"]]));
    for (declared, missing) in [
        (json!({}), Some(json!({ "elicitation": { "form": {} } }))),
        (
            json!({ "elicitation": { "url": {} }, "roots": {} }),
            Some(json!({ "elicitation": { "form": {} } })),
        ),
        (json!({ "elicitation": {} }), None),
    ] {
        let first = call.question(&host, "1").await;
        let mut retry = call.retry(&first, json!({ "name": accepted("Ann") }));
        retry.capabilities = declared.clone();
        let answer = retry.send(&host, "2").await;
        let status = answer.status();
        let answer: Value = answer.json().await.unwrap();
        match missing {
            Some(missing) => {
                assert_eq!(status, 400, "{declared}: {answer}");
                assert_eq!(answer["error"]["code"], -32021, "{answer}");
                assert_eq!(answer["error"]["data"]["requiredCapabilities"], missing, "{answer}");
            }
            None => {
                assert_eq!(status, 200, "{declared}: {answer}");
                assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
            }
        }
        all_quiet(&host).await;
    }
}

/// An answer from an earlier retry also needs a client that can still be asked for it.
#[tokio::test]
async fn rejects_retry_without_the_capability_of_an_earlier_answer() {
    let host = Host::start().await;
    let call = Request::ask(json!([["form:name", "roots:r"]]));
    let first = call.question(&host, "1").await;
    let second = call.retry(&first, json!({ "name": accepted("Ann") }));
    let second = second.question(&host, "2").await;
    let mut last = call.retry(&second, json!({ "r": { "roots": [] } }));
    last.capabilities = json!({ "roots": {} });
    let answer = last.send(&host, "3").await;
    assert_eq!(answer.status(), 400);
    let answer: Value = answer.json().await.unwrap();
    assert_eq!(answer["error"]["code"], -32021, "{answer}");
    all_quiet(&host).await;
}
