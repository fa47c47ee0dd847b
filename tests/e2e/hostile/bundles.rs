//! From a bundle: a component with false claims, that floods, spins, or keeps what was revoked.
//!
//! | attack | test |
//! |---|---|
//! | continues to write after its grant was revoked | `taken_back::revoking_a_grant_removes_the_write_tools` |
//! | the same within one call: its next import is refused | `denies_revoked_grant_at_the_next_import_call`, `ends_guest_if_an_import_without_error_result_is_revoked` in `host/runtime/src/runtime/tests/imports.rs` |
//! | the same for every other revocation: `enabled`, `digest`, `tools`, a category | `under_way::running_call_ends_at_its_next_import_after_a_revoke` |
//! | waits for a person's yes until its tool is denied, and writes then | `under_way::rejects_a_confirmed_call_if_its_tool_was_denied_meanwhile` |
//! | breaks its own file, so that "the old one keeps serving" whatever the operator says | `taken_back::applies_revoke_and_disable_despite_a_broken_manifest` |
//! | claims a taken id, so that switching it off finds no bundle | `taken_back::disables_by_the_served_id_despite_a_conflicting_manifest` |
//! | claims the id of a folder that is away, for what the operator granted it and what it stored | `taken_id::rejects_a_folder_that_claims_a_removed_bundles_id`, `host/catalog/src/claim.rs` |
//! | an address that looks like one of the host's: `UNITY://status`, `unity://%73tatus`, a slash or a query more | `rejects_every_spelling_of_host_scheme_in_foreign_bundles` in `host/catalog/src/checked_listing.rs`, `host/catalog/src/uri.rs` |
//! | contents that say they are another resource than the one that was read | `rejects_contents_outside_the_requested_uri` in `host/catalog/src/reading.rs` |
//! | a tool or prompt that some clients show under the name of another | `serves_first_of_duplicate_names_in_a_bundle` in `host/catalog/src/merge.rs` |
//! | titles, descriptions and names that a user sees otherwise than an agent reads them: bidi controls, escapes, hidden tags | `omits_entries_with_deceptive_text_and_reports_them` in `host/catalog/src/checked_listing.rs`, `host/catalog/src/deceptive_text.rs` |
//! | a section that forges lines of `inspect`, or clears the terminal of who reads them | `escapes_line_breaks_and_control_characters_in_file_text` in `host/server/src/component_command.rs` |
//! | tries a revoked import again and again, unrecorded | `taken_back::audits_calls_of_revoked_tools` |
//! | a bundled bundle with more than the operator wants it to have | `taken_back::configuration_restricts_grants_of_bundled_bundles` |
//! | uses imports with ids that are none, uncounted and even while it is listed | `counts_calls_with_invalid_id_and_rejects_them_while_listing` in `host/runtime/src/runtime/tests/imports.rs` |
//! | components that take very long to compile, before and behind good ones | `slow_compile::slow_compiles_block_neither_the_list_nor_other_calls` |
//! | the same, so that all turns to compile are taken | `slow_compile::small_bundle_compiles_before_queued_large_ones` |
//! | a component that would compile for ever | `slow_compile::rejects_a_compile_that_exceeds_the_time_limit` |
//! | a component of enormous size, or of very many functions | `slow_compile::rejects_components_over_the_size_or_function_limit` |
//! | compilers that go on after their host was stopped or killed | `slow_compile::compilers_exit_when_the_host_terminates_or_is_killed` |
//! | a pipe as component or as `bundle.toml`, whose opening waits for ever | `pipes::rejects_named_pipes_without_blocking_other_bundles` |
//! | a folder, a device or a link to nothing as `bundle.toml`, so that the bundle is passed over | `pipes::reports_a_non_regular_manifest_as_bundle_error` |
//! | titles and descriptions of any length | `omits_entries_with_overlong_text_and_reports_their_size` in `host/catalog/src/checked_listing.rs` |
//! | a slow compile that keeps a corrected version waiting | `slow_compile::serves_the_new_component_replaced_during_compilation` |
//! | being compiled first to own the name of an earlier bundle | `slow_compile::first_folder_gets_a_contested_tool_name_despite_the_cache` |
//! | a cache that another host seals with another key | `shared_cache::hosts_share_compiled_code_without_rewriting_the_cache` |
//! | a cache key that others can read | `shared_cache::reports_a_world_readable_cache_key_and_keeps_it` |
//! | line breaks that forge a line of the host's log | `log_lines::guest_line_breaks_cannot_forge_log_lines`, and `host/server/src/telemetry.rs` |
//! | a tool that uses a person's yes twice, or for another object | `questions::approval_permits_one_step_on_the_named_object_only` |
//! | the same over several tries of a call under one idempotency key | `questions::retry_with_the_same_key_gets_no_further_step`, `approval_applies_only_to_same_call_of_same_client` in `host/catalog/src/gate/approvals.rs` |
//! | the same for what is no object: the time scale, a new root object | `shown_objects::approval_for_an_object_permits_no_step_without_object` |
//! | lets a file rename the object while the person thinks, so that the yes is for another one | `shown_objects::prompts_again_if_the_object_is_renamed_during_the_prompt` |
//! | waits with the yes in its hand until the object is another one | `shown_objects::rejects_the_step_if_the_object_was_renamed_after_approval` |
//! | a tool that is given a plain name, and acts on what it likes: the number of steps still binds, and the question says that only it does | `questions::approval_without_object_id_limits_only_the_step_count` |
//! | a person's yes asked for what cannot be done here | `reports_need_of_running_unity_before_prompting_the_user` in `tests/e2e/confirmation.rs` |
//! | a plain word, or a path behind many, that names another object than those shown | `approval_excludes_texts_not_listed_as_objects` in `host/catalog/src/question/tests.rs` |
//! | an argument that hides behind a long value, line breaks, or many others | `question_stays_short_and_counts_what_it_omits` in `host/catalog/src/question/tests.rs`, `host/catalog/src/question/formatting.rs` |
//! | a tool that claims a dry run and writes | `dry_run::dry_run_changes_nothing_and_does_not_prompt` |
//! | a tool that shows one plan and carries out another, the same twice, or something beside it | `dry_run::approval_of_a_plan_permits_only_that_plan` |
//! | a guest that prompts the user in a loop, as if it were the host | `questions::limits_prompts_per_call_and_minute_and_names_the_bundle` |
//! | a form whose titles turn the line, run on for pages or speak as the host; invisible names and values | `host/guest/src/form_texts.rs`, `sanitizes_texts_of_the_form_schema` in `host/guest/src/questions.rs` |
//! | a page whose host is another one than it looks | `accepts_only_https_and_loopback_urls` in `host/guest/src/questions.rs` |
//! | a schema whose recursive choices take 3^60 looks | `checking::checks_schema_with_3_to_the_60_alternatives` |
//! | the same in other forms, patterns that explode, references without an end | `host/catalog/src/validator/tests/limits.rs` |
//! | many guests that each hold much memory, or keep it while they prompt the user | `guest_memory::limits_total_guest_memory_and_releases_all_of_it`, `host/guest/src/guest_memory.rs`, `memory_error_names_the_exceeded_limit` in `host/runtime/src/runtime/tests.rs` |
//! | a hundred thousand different notes | `checking::truncates_and_counts_a_hundred_thousand_notes` |
//! | a result that breaks the tool's own output schema | `checking::reports_result_field_that_violates_the_output_schema` |
//! | members that are there twice and numbers beyond a double, that a user, a log and a model read differently | `reports_ambiguous_json_anywhere_as_tool_failure` in `host/runtime/src/outcome/tests.rs`, `host/api/src/json/ambiguous.rs` |
//! | no result at all where one was listed, half of a surrogate pair, numbers and depths that nothing reads | `host/catalog/src/result.rs`, `host/api/src/json.rs` |
//! | code for Unity's next start, written (or its script deleted) as a mere file, enabled or not | `planted_code::write_permission_does_not_permit_startup_scripts` |
//! | other bytes in the folder of a bundle whose digest the operator wrote down | `pinned::rejects_bytes_of_another_digest_and_keeps_the_served_version` |
//! | gives by a resource or a prompt what the operator denied | `denied::rejects_denied_resources_and_prompts_and_hides_resources` |
//! | is ready first, and serves a name of a bundled tool | `host_bundle_always_owns_its_names` in `host/catalog/src/merge.rs` |
//! | a section that is there twice, too large, no JSON or not what the contract says | `sections::rejects_invalid_sections_with_the_location`, `section_error_names_the_invalid_part` in `host/runtime/src/runtime/tests/section.rs` |
//! | a section that names a tool that the component does not have | `sections::reports_tools_that_only_the_section_declares` |
//! | code that runs because its bundle is published | `reads_section_without_running_the_component` in `host/runtime/src/runtime/tests/section.rs` |

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
