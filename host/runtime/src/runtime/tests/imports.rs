//! What every use of an import goes through: counted, and refused while listing.

use super::{failure, refused};
use crate::testing::{Guest, Host, limits};
use host_api::CallLimits;

/// Interfaces that resolve names first, each with a call whose object id is nonsense (`ping`) and all else empty.
const BAD_IDS: [(&[&str], &str, &str); 2] = [
    (
        &["unity-tools:unity/members-edit"],
        r#"(import "unity-tools:unity/members-edit@0.1.0" "set" (func $bad (param i32 i32 i32 i32 i32 i32 i32 i32 i32)))"#,
        "unity-tools:unity/members.resolve",
    ),
    (
        &["unity-tools:unity/methods-call"],
        r#"(import "unity-tools:unity/methods-call@0.1.0" "invoke" (func $bad (param i32 i32 i32 i32 i32 i32 i32 i32 i32)))"#,
        "unity-tools:unity/members.resolve",
    ),
];
const BAD_ID: &str = "(call $bad (i32.const 4112) (i32.const 4) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0)
                            (i32.const 0) (i32.const 0) (i32.const 3000))";

#[tokio::test(flavor = "multi_thread")]
async fn an_object_id_that_is_none_counts_as_a_call_and_is_refused_while_listing() {
    let host = Host::new();
    let narrow = CallLimits {
        host_calls: 100,
        ..limits()
    };
    for (world, imports, named) in BAD_IDS {
        let endless = Guest {
            world,
            imports,
            call: "(loop $again (call $bad (i32.const 4112) (i32.const 4) (i32.const 0) (i32.const 0) (i32.const 0)
                   (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 3000)) (br $again))",
            ..Guest::default()
        };
        let error = failure(&host, &endless, narrow).await;
        assert_eq!(error.message, "tool `ping` called the host more than 100 times");
        let listing = Guest {
            world,
            imports,
            list: BAD_ID,
            ..Guest::default()
        };
        let source = host.write("x", &listing.build());
        let error = tokio::task::block_in_place(|| refused(&host.runtime, &source));
        assert!(
            error.to_string().contains(&format!("used {named} while it was listed")),
            "{error}"
        );
    }
}
