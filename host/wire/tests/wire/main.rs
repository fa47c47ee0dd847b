//! The wire against real sockets: a running server on port 0, a working stand-in for the catalog, plain HTTP.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "functions beside tests are not recognised as tests by the lint"
)]

mod client;
mod face;
mod fake;
mod handshake;
mod limits;
mod methods;
mod modern;
mod streams;
