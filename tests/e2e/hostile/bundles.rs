//! From a bundle: a component with false claims, that floods, spins, or keeps what was revoked.
//!
//! | attack | test |
//! |---|---|
//! | continues to write after its grant was revoked | `taken_back::a_grant_taken_back_takes_the_writing_tools_with_it` |
//! | the same within one call: its next import is refused | `a_grant_taken_back_is_met_at_the_next_import`, `an_import_without_an_error_of_its_own_ends_the_guest_once_it_is_taken_back` in `host/runtime/src/runtime/tests/imports.rs` |
//! | the same for every other revocation: `enabled`, `digest`, `tools`, a category | `under_way::a_call_under_way_meets_whatever_is_taken_back_at_its_next_import` |
//! | waits for a person's yes until its tool is denied, and writes then | `under_way::a_call_that_waits_for_a_yes_does_not_start_once_its_tool_is_denied` |
//! | breaks its own file, so that "the old one keeps serving" whatever the operator says | `taken_back::a_grant_taken_back_and_a_switch_count_though_the_file_on_disk_is_broken` |
//! | claims a taken id, so that switching it off finds no bundle | `taken_back::a_bundle_is_switched_off_by_its_served_id_though_its_folder_claims_a_taken_one` |
//! | claims the id of a folder that is away, for what the operator granted it and what it stored | `taken_id::a_folder_that_claims_the_id_of_one_that_is_away_gets_nothing_of_it`, `host/catalog/src/claim.rs` |
//! | an address that looks like one of the host's: `UNITY://status`, `unity://%73tatus`, a slash or a query more | `the_hosts_own_scheme_is_served_by_its_own_bundles_alone_however_it_is_written` in `host/catalog/src/checked_listing.rs`, `host/catalog/src/uri.rs` |
//! | contents that say they are another resource than the one that was read | `contents_are_of_what_was_read_or_below_it` in `host/catalog/src/reading.rs` |
//! | a tool or prompt that some clients show under the name of another | `a_bundle_that_lists_a_name_twice_serves_the_first` in `host/catalog/src/merge.rs` |
//! | titles, descriptions and names that a user sees otherwise than an agent reads them: bidi controls, escapes, hidden tags | `what_deceives_who_reads_the_list_is_left_out_and_named_and_the_rest_is_served` in `host/catalog/src/checked_listing.rs`, `host/catalog/src/deceptive_text.rs` |
//! | a section that forges lines of `inspect`, or clears the terminal of who reads them | `a_file_cannot_write_a_line_of_its_own_nor_turn_ours` in `host/server/src/component_command.rs` |
//! | tries a revoked import again and again, unrecorded | `taken_back::a_call_of_a_tool_that_was_taken_back_leaves_an_audit_line` |
//! | a bundled bundle with more than the operator wants it to have | `taken_back::a_bundled_bundle_can_be_narrowed_too` |
//! | uses imports with ids that are none, uncounted and even while it is listed | `an_object_id_that_is_none_counts_as_a_call_and_is_refused_while_listing` in `host/runtime/src/runtime/tests/imports.rs` |
//! | components that take very long to compile, before and behind good ones | `slow_compile::bundles_that_compile_long_hold_up_neither_the_first_list_nor_calls_of_others` |
//! | the same, so that all turns to compile are taken | `slow_compile::a_small_bundle_that_has_to_be_compiled_does_not_wait_behind_large_ones` |
//! | a component that would compile for ever | `slow_compile::a_compile_over_its_time_is_ended_and_refused_with_the_limit` |
//! | a component of enormous size, or of very many functions | `slow_compile::a_component_over_size_or_number_of_functions_is_refused_with_figure_and_limit` |
//! | compilers that go on after their host was stopped or killed | `slow_compile::the_compilers_end_with_the_host_however_it_ends` |
//! | a pipe as component or as `bundle.toml`, whose opening waits for ever | `pipes::a_pipe_instead_of_a_file_is_refused_and_holds_up_nobody` |
//! | a folder, a device or a link to nothing as `bundle.toml`, so that the bundle is passed over | `pipes::a_manifest_that_is_no_file_is_a_problem_of_its_bundle` |
//! | titles and descriptions of any length | `a_text_that_is_too_long_is_named_with_its_bytes_and_the_most_and_the_rest_is_served` in `host/catalog/src/checked_listing.rs` |
//! | a slow compile that keeps a corrected version waiting | `slow_compile::a_component_replaced_while_it_compiles_is_given_up_and_the_new_one_served` |
//! | being compiled first to own the name of an earlier bundle | `slow_compile::a_name_that_two_claim_goes_to_the_first_folder_also_where_only_the_second_is_in_the_cache` |
//! | a cache that another host seals with another key | `shared_cache::a_second_host_uses_what_the_first_compiled_and_destroys_nothing` |
//! | a cache key that others can read | `shared_cache::a_cache_whose_key_others_can_read_is_not_used_and_says_so` |
//! | line breaks that forge a line of the host's log | `log_lines::no_line_break_of_a_guest_begins_a_line_of_the_log`, and `host/server/src/telemetry.rs` |
//! | a tool that uses a person's yes twice, or for another object | `questions::a_yes_covers_the_named_object_once_and_nothing_else` |
//! | the same over several tries of a call under one idempotency key | `questions::a_call_that_comes_again_under_its_key_gets_no_step_more`, `an_approval_holds_for_the_same_call_of_the_same_client_alone` in `host/catalog/src/gate/approvals.rs` |
//! | the same for what is no object: the time scale, a new root object | `shown_objects::a_yes_for_an_object_covers_nothing_that_is_none` |
//! | lets a file rename the object while the person thinks, so that the yes is for another one | `shown_objects::what_was_renamed_while_the_person_thought_is_asked_again` |
//! | waits with the yes in its hand until the object is another one | `shown_objects::what_is_renamed_before_the_first_step_is_not_touched` |
//! | a tool that is given a plain name, and acts on what it likes: the number of steps still binds, and the question says that only it does | `questions::a_yes_for_a_plain_name_binds_the_number_of_steps_alone_and_says_so` |
//! | a person's yes asked for what cannot be done here | `what_needs_a_running_unity_is_said_before_anybody_is_asked` in `tests/e2e/confirmation.rs` |
//! | a plain word, or a path behind many, that names another object than those shown | `a_text_that_the_question_does_not_tell_as_an_object_is_covered_by_no_yes` in `host/catalog/src/question/tests.rs` |
//! | an argument that hides behind a long value, line breaks, or many others | `a_question_leaves_nothing_out_and_stays_short` in `host/catalog/src/question/tests.rs`, `host/catalog/src/question/formatting.rs` |
//! | a tool that claims a dry run and writes | `dry_run::a_dry_run_changes_nothing_and_asks_nobody` |
//! | a tool that shows one plan and carries out another, the same twice, or something beside it | `dry_run::a_yes_to_one_plan_covers_no_other_and_nothing_beside_it` |
//! | a guest that prompts the user in a loop, as if it were the host | `questions::a_guest_that_asks_in_a_loop_is_stopped_and_says_who_it_is` |
//! | a form whose titles turn the line, run on for pages or speak as the host; invisible names and values | `host/guest/src/form_texts.rs`, `a_forms_own_texts_are_marked_too` in `host/guest/src/questions.rs` |
//! | a page whose host is another one than it looks | `only_https_and_loopback_pages_are_opened` in `host/guest/src/questions.rs` |
//! | a schema whose recursive choices take 3^60 looks | `checking::a_schema_with_3_to_the_60_ways_costs_nothing` |
//! | the same in other forms, patterns that explode, references without an end | `host/catalog/src/validator/tests/limits.rs` |
//! | many guests that each hold much memory, or keep it while they prompt the user | `guest_memory::guests_together_get_no_more_than_the_limit_and_give_all_of_it_back`, `host/guest/src/guest_memory.rs`, `a_memory_bomb_names_the_memory_limit` in `host/runtime/src/runtime/tests.rs` |
//! | a hundred thousand different notes | `checking::a_hundred_thousand_notes_are_cut_and_counted` |
//! | a result that breaks the tool's own output schema | `checking::a_result_that_does_not_fit_is_an_error_that_names_the_field` |
//! | members that are there twice and numbers beyond a double, that a user, a log and a model read differently | `what_readers_read_differently_is_the_tools_failure_wherever_it_stands` in `host/runtime/src/outcome/tests.rs`, `host/api/src/json/ambiguous.rs` |
//! | no result at all where one was listed, half of a surrogate pair, numbers and depths that nothing reads | `host/catalog/src/result.rs`, `host/api/src/json.rs` |
//! | code for Unity's next start, written (or its script deleted) as a mere file, enabled or not | `planted_code::no_code_is_planted_through_the_write_door` |
//! | other bytes in the folder of a bundle whose digest the operator wrote down | `pinned::other_bytes_are_refused_and_the_served_version_goes_on` |
//! | gives by a resource or a prompt what the operator denied | `denied::denied_resources_and_prompts_are_neither_listed_nor_served` |
//! | is ready first, and serves a name of a bundled tool | `a_name_of_the_hosts_own_bundle_is_never_taken_whoever_was_ready_first` in `host/catalog/src/merge.rs` |
//! | a section that is there twice, too large, no JSON or not what the contract says | `sections::a_section_that_is_wrong_is_refused_with_its_place`, `what_is_wrong_with_a_section_is_told_by_its_place` in `host/runtime/src/runtime/tests/section.rs` |
//! | a section that names a tool that the component does not have | `sections::a_tool_that_only_the_section_knows_is_an_error_of_its_bundle` |
//! | code that runs because its bundle is published | `a_section_is_read_and_nothing_is_run` in `host/runtime/src/runtime/tests/section.rs` |

mod checking;
mod denied;
mod dry_run;
mod guest_memory;
mod log_lines;
mod pinned;
#[cfg(unix)]
mod pipes;
mod planted_code;
mod questions;
mod sections;
mod shared_cache;
mod shown_objects;
mod slow_compile;
mod taken_back;
mod taken_id;
mod under_way;
