//! The TypeScript clients: v1, which knows the handshake only, and v2, which knows both eras.
//!
//! Belongs here: which story is played in which era. Does not: the stories.

use crate::clients::driver::Library;
use crate::clients::stories::with;
use anyhow::Result;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn v1_handshake_client_lists_calls_and_cancels() -> Result<()> {
    with::run_story(Library::TypeScript1, "legacy", "2025-11-25").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn v1_handshake_client_resumes_after_a_dropped_connection() -> Result<()> {
    with::is_cut(Library::TypeScript1, "legacy").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn v1_handshake_client_survives_a_host_restart() -> Result<()> {
    with::outlives_a_restart(Library::TypeScript1, "legacy").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn v2_handshake_client_lists_calls_and_cancels() -> Result<()> {
    with::run_story(Library::TypeScript2, "legacy", "2025-11-25").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn v2_handshake_client_resumes_after_a_dropped_connection() -> Result<()> {
    with::is_cut(Library::TypeScript2, "legacy").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn v2_handshake_client_survives_a_host_restart() -> Result<()> {
    with::outlives_a_restart(Library::TypeScript2, "legacy").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn v2_stateless_client_lists_calls_and_cancels() -> Result<()> {
    with::run_story(Library::TypeScript2, "2026-07-28", "2026-07-28").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn v2_auto_client_selects_the_stateless_protocol() -> Result<()> {
    with::run_story(Library::TypeScript2, "auto", "2026-07-28").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn v2_stateless_client_continues_after_a_dropped_connection() -> Result<()> {
    with::is_cut(Library::TypeScript2, "2026-07-28").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn v2_stateless_client_survives_a_host_restart() -> Result<()> {
    with::outlives_a_restart(Library::TypeScript2, "2026-07-28").await
}
