//! From the network: any client that reaches the port, with or without a token.
//!
//! | attack | test |
//! |---|---|
//! | a body of a few megabytes that is one batch of two million members, to every path | `batch_bomb::rejects_huge_batches_with_bounded_memory` |
//! | 500 sockets that say nothing, `P`, half a head or an HTTP/2 preface | `held_connections::closes_sockets_that_send_no_complete_request` |
//! | the same, HTTP/2 frame by frame; a client that answers no ping; one that reads no answer | `tests/wire/idle_connections.rs` |
//! | more connections than there are places | `held_connections::rejects_connections_over_the_limit` |
//! | one address beyond loopback takes all places | `limits_places_of_each_remote_address` in `host/wire/src/connections/places.rs` |
//! | more connections than the process may hold files | `limits_connections_to_the_available_files` in `host/server/src/file_limit.rs` |
//! | a second Host header, a target or `:authority` of another name than the Host header's | `hosts::rejects_requests_with_conflicting_hosts`, `rejects_missing_unreadable_or_conflicting_hosts` in `host/wire/src/http/guard/tests.rs` |
//! | two tokens, of which one is right | `accepts_only_a_single_correct_token` in `host/wire/src/http/guard/tests.rs` |
//! | `Host: localhost` from another machine, for more of `/health` than whether | `rejects_loopback_names_from_remote_peers` in `host/wire/src/http/guard/tests.rs` |
//! | a page of a bundle's making that a browser shows as one of this origin | `serves_active_guest_content_as_sandboxed_plain_text` in `tests/wire/explorer_paths.rs` |
//! | any other answer that a browser could run | `browser::every_response_has_nosniff_sandbox_and_no_store_headers` |
//! | a page of another site that loads answers as images or scripts, which tell no Origin | `browser::rejects_cross_site_loads_without_an_origin` |
//! | a member that comes twice, in `params` or anywhere in a tool's arguments | `doubled::rejects_duplicate_json_members_in_sessionless_protocols`, `host/wire/src/jsonrpc/unique.rs` |
//! | an id that a reader of the answer cannot hold | `host/wire/src/jsonrpc/tests.rs` |
//! | an idempotency key where there is no session | `doubled::sessionless_key_rejects_a_conflicting_retry` |
//! | a body that is announced as too large, by one who waits to be asked for it | `doubled::rejects_an_oversized_content_length_without_100_continue` |
//! | `initialize` again and again, to push out who is there | `bare_sessions::keeps_idle_sessions_during_a_flood_of_initializes` |
//! | an `initialize` that holds its session with a stream and nothing else | `uninitialized_session_expires_even_if_in_use` in `host/wire/src/sessions/tests.rs` |
//! | many connections for many turns in the queue | `connections_of_one_address_share_a_fairness_key` in `host/api/src/call.rs` |
//! | requests that are refused or fail in a loop, to push everything else out of the log | `limits_repeated_error_lines_and_counts_the_omitted_ones` in `host/dialect-explorer/src/log.rs`, `one_request_too_many_is_refused_at_once_in_the_seeds_words` in `tests/wire/explorer_errors.rs` |
//! | a request into a session or stream that ends meanwhile | `rejects_request_id_in_use_and_cancels_calls_on_close` in `host/wire/src/sessions/tests.rs`, `host/wire/src/pipe/tests.rs` |
//! | a log line or a panic that prints the token | `host/wire/src/token.rs`, `hides_tokens_in_printed_headers` in `host/wire/src/http/guard.rs` |
//! | another machine that listens to everybody's results | `serves_mirror_beyond_loopback_only_if_enabled` in `tests/wire/remote_access.rs` |
//! | a page that takes itself for a health probe | `serves_health_by_ip_address_but_not_to_web_pages` in `tests/wire/face.rs` |
//! | a first request that brings the yes to a question which nobody put; the yes to another question | `answers::accepts_a_confirmation_only_for_the_issued_prompt` |
//! | an answer for another question of the same key | `does_not_reuse_answer_for_another_question_with_same_key` in `tests/wire/asking_stateless.rs` |
//! | a retry sent once more after the host was restarted | `answers::rejects_a_reused_confirmation_after_a_restart` |
//! | a token guessed by the digest that a `requestState` shows | `caller_digest_depends_on_the_host_key` in `host/dialect-mcp/src/ask/request_state/tests.rs` |
//! | 100 sockets in `subscriptions/listen` with 1,000 long URIs each | `memory::listeners_with_many_long_uris_stay_within_the_budget` |
//! | a flood that is over, and whose memory the process keeps | `given_back::returns_memory_to_the_system_after_a_flood` |
//! | 100 large bodies that come slowly | `memory::slow_bodies_stay_within_the_budget` |
//! | calls with large arguments whose question gets no answer | `memory::parked_calls_with_large_arguments_stay_within_the_budget` |
//! | heads of 16 KiB on all streams of many HTTP/2 connections, whose requests never end | `http2::http2_headers_of_unfinished_requests_stay_within_the_budget` |
//! | bodies of one byte, each followed by a frame that means nothing, so that it holds what was read with it | `http2::one_byte_http2_bodies_stay_within_the_budget` |
//! | bodies of HTTP/1 that never end, on as many connections as there may be | `memory::unfinished_bodies_on_many_connections_stay_within_the_budget` |
//! | bodies that all grow at once and slowly, so that what they leave behind as they grow fits nothing | `growing::concurrently_growing_bodies_stay_within_the_budget` |
//! | a sender that is refused and writes on: it gets to read why | `refusals::client_receives_the_rejection_while_it_still_sends` |
//! | HTTP/2 streams whose answers get no window, to hold all the room there is | `http2::evicts_unread_http2_responses_to_serve_other_clients` |
//! | results that no client resumes for | `memory::evicts_finished_streams_for_newer_ones` |
//! | sessions that watch as much as each may | `memory::sessions_with_maximum_subscriptions_stay_within_the_budget` |
//! | watches URIs of its own making | `watched::rejects_subscriptions_to_resources_that_are_not_served` |
//! | any of these, seen from each protocol; ids and progress tokens of kilobytes | `tests/wire/memory.rs` |
//! | refused writes in numbers, to wash other lines out of the audit file | `audit::audit_merges_a_flood_of_rejected_writes_into_a_count` |
//! | a policy that is widened, used and narrowed again, with nothing to show for it | `audit::audits_policy_changes_by_call_and_by_file` |
//! | the disk filled, so that writes are refused without a notice | `audit::ready_reports_rejected_writes_until_the_audit_file_is_writable` |
//! | the audit file removed, moved or replaced under the host, so that writes go on unrecorded | `writes_to_the_path_after_file_is_removed_or_moved` in `host/server/src/audit/tests.rs` |
//! | an idempotency key used again: over another session, for another tool, for another command, after a refusal | `idempotency::scopes_keys_to_client_and_tool_and_records_completed_calls` |
//! | a component removed by its position, whose type the operator listed nowhere | `allowlists::allowlist_checks_the_resolved_type_of_a_component` |

mod allowlists;
mod answers;
mod audit;
mod bare_sessions;
mod batch_bomb;
mod browser;
mod doubled;
mod given_back;
mod growing;
mod held_connections;
mod hosts;
mod http2;
mod http2_frames;
mod idempotency;
mod memory;
mod nested;
mod refusals;
mod watched;
