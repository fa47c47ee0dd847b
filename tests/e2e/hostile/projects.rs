//! From a project: files that are odd, huge or made to mislead.
//!
//! | attack | test |
//! |---|---|
//! | overrides that grow an array of arrays until the memory is full | `overrides_that_grow_without_end_are_refused` in `host/bridge-project/src/session/tests/members/arrays.rs` |
//! | overrides of arrays, structures, packed numbers and managed objects that get lost without a word | `overrides_of_arrays_are_those_of_unity` and `overrides_that_change_nothing_are_told` in the same file |
//! | an overridden value that is not the one that the files mean | `every_overridden_leaf_…` in `host/bridge-project/src/session/tests/members/second_reader.rs`, against a second reader |
//! | parts added to an instance that are shown in another order | `added_parts_stand_where_the_instance_wants_them` in `host/unity-project/src/expand/tests.rs` |
//! | 18 KB of prefabs that hold each other eight times and end in a hundred components: 26 million components | `expansion::a_scene_of_millions_of_objects_is_refused_by_name_and_the_others_are_served` |
//! | prefabs used and removed again, or too many to be kept; names of 100 KB; documents of nothing but commas | `host/unity-project/src/expand/tests/bombs.rs` |
//! | files of nothing but placeholders, heads, list rows or overrides, which take ten times their text to read | `host/unity-project/tests/reading_peak.rs`, by the bytes asked of the allocator |
//! | scenes that together need more than the host may have | `host/bridge-project/src/session/loading/room/tests.rs` |
//! | what makes the session's thread panic, in a command or in a file | `host/bridge-project/src/bridge/tests/panics.rs` |
//! | a script whose class identifier contradicts its guid, and one that is gone but has a name | `host/bridge-project/src/session/standing_tests.rs` |
//! | a script whose file was deleted while its `.meta` was left, so that it passes for one that is there | `a_script_of_which_only_the_meta_is_left_is_missing_in_every_tool` in the same file; `host/unity-project/src/missing/holdings/tests.rs`, against a second reader |
//! | scripts of packages that the folder does not have, called missing though nobody can tell | `a_script_that_an_absent_package_may_have_is_unverifiable_in_every_tool` in the same file |
//! | `file:` packages that name a home folder, the project itself, or a name with `..`; `..` and doubled slashes in asset paths; `Assets`, cache and assets that are links out | `host/unity-files/src/project/roots/tests.rs` |
//! | `Assets` as a link to `/`, so that the whole disk is walked | `assets_that_lead_around_the_project_are_told_and_not_walked` in `host/unity-files/src/project/roots/tests.rs` |
//! | a guid that two assets have, so that one of them is lost | `both_assets_of_one_guid_are_listed_and_the_first_has_it` in the same file |
//! | a script of the project's own DLL, shown without a name | `scripts_of_the_projects_own_libraries_have_their_names` in `host/bridge-project/src/session/standing_tests.rs` |
//! | references of Addressables to assets that are gone | `references_of_addressables_are_judged_by_their_guid` in `host/unity-project/src/missing/tests.rs` |
//! | the same, put there by a prefab instance; an id that its asset does not hold | `addresses_and_ids_in_other_assets_are_told_with_their_places` in `host/bridge-project/src/session/tests/references_scan.rs` |
//! | references into models and pictures, whose ids only Unity knows: never called missing, counted; prefabs of 10³⁰ objects that are referred to | `host/unity-project/src/missing/holdings/tests.rs` |
//! | sources and components of assemblies for other platforms alone, or behind a constraint; definitions that cannot be read | `host/unity-project/src/project/assemblies/tests.rs`; `a_script_that_the_editor_does_not_compile_is_unverifiable_in_every_tool` in `host/bridge-project/src/session/standing_tests.rs`; `sources_that_the_editor_does_not_compile_are_left_out_and_counted` in `host/unity-project/src/csharp_index/tests.rs` |
//! | prefabs and scenes of a `file:` package that change where no watch looks | `host/bridge-project/src/session/loading/reload/tests.rs` |
//! | so much C# that reading it holds up every other call | `host/bridge-project/src/bridge/tests/hooks.rs`, `reading_sources_holds_up_no_other_command` |
//! | C# or a DLL whose short names stand for endlessly long ones: thousands of type parameters, aliases of them, namespaces without an end | `what_short_words_stand_for_is_bounded_and_said` in `host/csharp/src/index/tests.rs`, `a_source_whose_names_come_to_far_more_than_itself_is_refused` in `host/csharp/src/parse/tests.rs`, `host/csharp/src/assembly/tests.rs` |
//! | the folder moved away, deleted or replaced by another project under the host | `a_project_whose_folder_is_away_is_not_ready_until_it_is_back` in `host/bridge-project/src/bridge/tests/disk.rs` |
//! | a `unity-tool-host.toml` in a cloned project, or written there by an agent, that grants itself writes | `planted_config::a_configuration_that_lies_in_a_project_is_not_the_operators`, `check_and_stdio_tell_of_the_file_that_was_left_out` in the same file |

mod expansion;
mod files;
mod planted_config;
