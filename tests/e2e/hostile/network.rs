//! From the network: any client that reaches the port, with or without a token.
//!
//! | attack | test |
//! |---|---|
//! | a body of a few megabytes that is one batch of two million members, to every path | `batch_bomb::a_batch_of_millions_costs_no_more_than_its_bytes` |
//! | 500 sockets that say nothing, `P`, half a head or an HTTP/2 preface | `held_connections::five_hundred_sockets_that_ask_for_nothing_are_closed_before_the_token_is_looked_at` |
//! | the same, HTTP/2 frame by frame; a client that answers no ping; one that reads no answer | `tests/wire/idle_connections.rs` |
//! | more connections than there are places | `held_connections::no_more_connections_are_open_than_the_setting_says` |
//! | one address beyond loopback takes all places | `one_address_beyond_loopback_never_takes_all_places` in `host/wire/src/connections/places.rs` |
//! | more connections than the process may hold files | `connections_get_what_the_limit_leaves` in `host/server/src/file_limit.rs` |
//! | a second Host header, a target or `:authority` of another name than the Host header's | `hosts::a_request_that_names_two_hosts_is_refused`, `a_request_that_names_two_hosts_names_none` in `host/wire/src/http/guard/tests.rs` |
//! | two tokens, of which one is right | `a_token_counts_only_where_it_is_the_one_that_was_sent` in `host/wire/src/http/guard/tests.rs` |
//! | `Host: localhost` from another machine, for more of `/health` than whether | `another_machine_that_says_localhost_knows_no_name_of_this_host` in `host/wire/src/http/guard/tests.rs` |
//! | a page of a bundle's making that a browser shows as one of this origin | `what_a_guest_serves_is_no_page_of_this_origin` in `tests/wire/explorer_paths.rs` |
//! | any other answer that a browser could run | `browser::no_answer_of_any_endpoint_runs_in_a_browser` |
//! | a page of another site that loads answers as images or scripts, which tell no Origin | `browser::what_a_foreign_page_loads_without_an_origin_is_refused` |
//! | a member that comes twice, in `params` or anywhere in a tool's arguments | `doubled::a_member_that_comes_twice_is_refused_by_every_protocol`, `host/wire/src/jsonrpc/unique.rs` |
//! | an id that a reader of the answer cannot hold | `host/wire/src/jsonrpc/tests.rs` |
//! | an idempotency key where there is no session | `doubled::a_key_of_a_call_without_a_session_holds` |
//! | a body that is announced as too large, by one who waits to be asked for it | `doubled::a_body_that_is_announced_as_too_large_is_not_asked_for` |
//! | `initialize` again and again, to push out who is there | `bare_sessions::an_idle_session_outlives_any_number_of_initializes` |
//! | an `initialize` that holds its session with a stream and nothing else | `a_bare_session_ends_by_itself_though_it_is_used` in `host/wire/src/sessions/tests.rs` |
//! | many connections for many turns in the queue | `every_connection_of_one_address_waits_in_one_turn` in `host/api/src/call.rs` |
//! | requests that are refused or fail in a loop, to push everything else out of the log | `failing_in_a_loop_writes_a_few_lines_and_counts_the_rest` in `host/dialect-explorer/src/log.rs`, `one_request_too_many_is_refused_at_once_in_the_seeds_words` in `tests/wire/explorer_errors.rs` |
//! | a request into a session or stream that ends meanwhile | `a_request_id_is_taken_once_and_an_ended_session_cancels` in `host/wire/src/sessions/tests.rs`, `host/wire/src/pipe/tests.rs` |
//! | a log line or a panic that prints the token | `host/wire/src/token.rs`, `headers_that_are_printed_show_no_token` in `host/wire/src/http/guard.rs` |
//! | another machine that listens to everybody's results | `the_mirror_is_for_this_machine_unless_it_is_asked_for` in `tests/wire/remote_access.rs` |
//! | a page that takes itself for a health probe | `health_is_told_to_who_asks_by_address_and_not_to_pages` in `tests/wire/face.rs` |
//! | a first request that brings the yes to a question which nobody put; the yes to another question | `answers::a_yes_counts_only_for_the_question_that_was_put` |
//! | an answer for another question of the same key | `an_answer_serves_no_other_question_of_its_key` in `tests/wire/asking_stateless.rs` |
//! | a retry sent once more after the host was restarted | `answers::a_yes_is_used_up_also_after_a_restart` |
//! | a token guessed by the digest that a `requestState` shows | `a_state_tells_nothing_of_a_token_to_who_can_only_try` in `host/dialect-mcp/src/ask/request_state/tests.rs` |
//! | 100 sockets in `subscriptions/listen` with 1,000 long URIs each | `memory::a_hundred_listeners_with_a_thousand_long_uris_each_take_no_more_than_the_budget` |
//! | a flood that is over, and whose memory the process keeps | `given_back::the_memory_of_a_flood_goes_back_to_the_system` |
//! | 100 large bodies that come slowly | `memory::a_hundred_bodies_that_come_slowly_take_no_more_than_the_budget` |
//! | calls with large arguments whose question gets no answer | `memory::calls_parked_with_large_arguments_take_no_more_than_the_budget` |
//! | heads of 16 KiB on all streams of many HTTP/2 connections, whose requests never end | `http2::heads_of_requests_that_never_end_take_no_more_than_the_budget` |
//! | bodies of one byte, each followed by a frame that means nothing, so that it holds what was read with it | `http2::a_byte_of_a_body_holds_no_more_than_itself` |
//! | bodies of HTTP/1 that never end, on as many connections as there may be | `memory::unfinished_bodies_on_many_connections_take_no_more_than_the_budget` |
//! | bodies that all grow at once and slowly, so that what they leave behind as they grow fits nothing | `growing::bodies_that_grow_side_by_side_leave_no_holes_in_the_memory` |
//! | a sender that is refused and writes on: it gets to read why | `refusals::who_is_refused_while_it_writes_reads_the_refusal` |
//! | HTTP/2 streams whose answers get no window, to hold all the room there is | `http2::answers_that_nobody_takes_give_way_to_other_clients` |
//! | results that no client resumes for | `memory::finished_streams_give_way_to_newer_ones` |
//! | sessions that watch as much as each may | `memory::sessions_that_watch_as_much_as_they_may_take_no_more_than_the_budget` |
//! | watches URIs of its own making | `watched::only_what_is_served_can_be_watched` |
//! | any of these, seen from each protocol; ids and progress tokens of kilobytes | `tests/wire/memory.rs` |
//! | refused writes in numbers, to wash other lines out of the audit file | `audit::a_flood_of_refused_writes_is_counted_and_not_written_line_by_line` |
//! | a policy that is widened, used and narrowed again, with nothing to show for it | `audit::what_comes_into_force_of_the_policy_is_a_line_whoever_changed_it` |
//! | the disk filled, so that writes are refused without a notice | `audit::ready_says_that_writes_are_refused_until_the_audit_file_takes_lines` |
//! | the audit file removed, moved or replaced under the host, so that writes go on unrecorded | `lines_go_to_a_file_at_the_path_whatever_became_of_the_one_before` in `host/server/src/audit/tests.rs` |
//! | an idempotency key used again: over another session, for another tool, for another command, after a refusal | `idempotency::a_key_holds_for_its_client_and_tool_alone_and_remembers_only_what_was_done` |
//! | a component removed by its position, whose type the operator listed nowhere | `allowlists::a_component_is_judged_by_its_type_however_it_is_named` |

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
