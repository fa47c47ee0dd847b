//! From a bundle: a component that lies, floods, spins, or holds on to what was taken back.
//!
//! | attack | test |
//! |---|---|
//! | writes on after its grant was taken back | `taken_back::a_grant_taken_back_takes_the_writing_tools_with_it` |
//! | the same within one call: its next import is refused | `a_grant_taken_back_is_met_at_the_next_import`, `an_import_without_an_error_of_its_own_ends_the_guest_once_it_is_taken_back` in `host/runtime/src/runtime/tests/imports.rs` |
//! | breaks its own file, so that "the old one keeps serving" whatever the operator says | `taken_back::a_grant_taken_back_and_a_switch_count_though_the_file_on_disk_is_broken` |
//! | claims a taken id, so that switching it off finds nobody | `taken_back::a_bundle_is_switched_off_by_its_served_id_though_its_folder_claims_a_taken_one` |
//! | a bundled bundle with more than the operator wants it to have | `taken_back::a_bundled_bundle_can_be_narrowed_too` |
//! | uses imports with ids that are none, uncounted and even while it is listed | `an_object_id_that_is_none_counts_as_a_call_and_is_refused_while_listing` in `host/runtime/src/runtime/tests/imports.rs` |

mod taken_back;
