//! The Python package `fastmcp`: with the handshake, without, and as it chooses by itself.
//!
//! Belongs here: which story is played in which era. Does not: the stories.

use crate::clients::driver::Library;
use crate::clients::stories::with;
use anyhow::Result;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_the_handshake() -> Result<()> {
    with::run_story(Library::FastMcp, "legacy", "2025-11-25").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_the_handshake_resumes_after_a_cut() -> Result<()> {
    with::is_cut(Library::FastMcp, "legacy").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_the_handshake_outlives_a_restart() -> Result<()> {
    with::outlives_a_restart(Library::FastMcp, "legacy").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stateless() -> Result<()> {
    with::run_story(Library::FastMcp, "2026-07-28", "2026-07-28").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn choosing_by_itself() -> Result<()> {
    with::run_story(Library::FastMcp, "auto", "2026-07-28").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stateless_goes_on_after_a_cut() -> Result<()> {
    with::is_cut(Library::FastMcp, "2026-07-28").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stateless_outlives_a_restart() -> Result<()> {
    with::outlives_a_restart(Library::FastMcp, "2026-07-28").await
}
