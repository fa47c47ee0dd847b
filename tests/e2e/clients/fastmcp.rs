//! The Python package `fastmcp`: with the handshake, without, and as it chooses by itself.
//!
//! Belongs here: which story is played in which era. Does not: the stories.

use crate::clients::driver::Library;
use crate::clients::stories::with;
use anyhow::Result;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handshake_client_lists_calls_and_cancels() -> Result<()> {
    with::run_story(Library::FastMcp, "legacy", "2025-11-25").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handshake_client_resumes_after_a_dropped_connection() -> Result<()> {
    with::is_cut(Library::FastMcp, "legacy").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handshake_client_survives_a_host_restart() -> Result<()> {
    with::outlives_a_restart(Library::FastMcp, "legacy").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stateless_client_lists_calls_and_cancels() -> Result<()> {
    with::run_story(Library::FastMcp, "2026-07-28", "2026-07-28").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn auto_client_selects_the_stateless_protocol() -> Result<()> {
    with::run_story(Library::FastMcp, "auto", "2026-07-28").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stateless_client_continues_after_a_dropped_connection() -> Result<()> {
    with::is_cut(Library::FastMcp, "2026-07-28").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stateless_client_survives_a_host_restart() -> Result<()> {
    with::outlives_a_restart(Library::FastMcp, "2026-07-28").await
}
