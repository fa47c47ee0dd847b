//! From the network: whoever reaches the port, with or without a token.
//!
//! | attack | test |
//! |---|---|
//! | a body of a few megabytes that is one batch of two million members, to every path | `batch_bomb::a_batch_of_millions_costs_no_more_than_its_bytes` |

mod batch_bomb;
