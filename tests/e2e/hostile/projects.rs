//! From a project: files that are odd, huge or made to mislead.
//!
//! | attack | test |
//! |---|---|
//! | overrides that grow an array of arrays until the memory is full | `rejects_overrides_that_exceed_the_array_growth_limit` in `host/bridge-project/src/session/tests/members/arrays.rs` |
//! | overrides of arrays, structures, packed numbers and managed objects that get lost without a word | `applies_array_overrides_like_unity` and `reports_overrides_that_have_no_effect` in the same file |
//! | an overridden value that is not the one that the files mean | `every_overridden_leaf_…` in `host/bridge-project/src/session/tests/members/second_reader.rs`, against a second reader |
//! | parts added to an instance that are shown in another order | `inserts_added_parts_at_their_insert_index` in `host/unity-project/src/expand/tests.rs` |
//! | 18 KB of prefabs that hold each other eight times and end in a hundred components: 26 million components | `expansion::rejects_a_scene_over_the_memory_limit_and_serves_others` |
//! | prefabs used and removed again, or too many to be kept; names of 100 KB; documents of nothing but commas | `host/unity-project/src/expand/tests/bombs.rs` |
//! | files of nothing but placeholders, heads, list rows or overrides, which take ten times their text to read | `host/unity-project/tests/reading_peak.rs`, by the bytes asked of the allocator |
//! | scenes that together need more than the host may have | `host/bridge-project/src/session/loading/room/tests.rs` |
//! | what makes the session's thread panic, in a command or in a file | `host/bridge-project/src/bridge/tests/panics.rs` |
//! | a script whose class identifier contradicts its guid, and one that is gone but has a name | `host/bridge-project/src/session/standing_tests.rs` |
//! | a script whose file was deleted while its `.meta` was left, so that it passes for one that is there | `every_tool_reports_script_with_only_a_meta_file` in the same file; `host/unity-project/src/missing/holdings/tests.rs`, against a second reader |
//! | scripts of packages that the folder does not have, called missing though nobody can tell | `every_tool_reports_script_of_absent_package_as_unverifiable` in the same file |
//! | `file:` packages that name a home folder, the project itself, or a name with `..`; `..` and doubled slashes in asset paths; `Assets`, cache and assets that are links out | `host/unity-files/src/project/roots/tests.rs` |
//! | `Assets` as a link to `/`, so that the whole disk is walked | `reports_assets_link_to_enclosing_folder_and_skips_it` in `host/unity-files/src/project/roots/tests.rs` |
//! | a guid that two assets have, so that one of them is lost | `lists_assets_with_duplicate_guid_and_resolves_to_the_first` in the same file |
//! | a script of the project's own DLL, shown without a name | `resolves_top_level_classes_of_project_libraries_by_file_id` in `host/bridge-project/src/session/standing_tests.rs` |
//! | references of Addressables to assets that are gone | `checks_addressable_references_by_guid` in `host/unity-project/src/missing/tests.rs` |
//! | the same, put there by a prefab instance; an id that its asset does not hold | `reports_broken_asset_addresses_and_object_ids_with_positions` in `host/bridge-project/src/session/tests/references_scan.rs` |
//! | references into models and pictures, whose ids only Unity knows: never called missing, counted; prefabs of 10³⁰ objects that are referred to | `host/unity-project/src/missing/holdings/tests.rs` |
//! | sources and components of assemblies for other platforms alone, or behind a constraint; definitions that cannot be read | `host/unity-project/src/project/assemblies/tests.rs`; `every_tool_reports_script_excluded_from_editor_as_unverifiable` in `host/bridge-project/src/session/standing_tests.rs`; `excludes_and_reports_sources_that_the_editor_does_not_compile` in `host/unity-project/src/csharp_index/tests.rs` |
//! | prefabs and scenes of a `file:` package that change where no watch looks | `host/bridge-project/src/session/loading/reload/tests.rs` |
//! | so much C# that reading it holds up every other call | `host/bridge-project/src/bridge/tests/hooks.rs`, `reading_sources_does_not_block_other_commands` |
//! | C# or a DLL whose short names stand for endlessly long ones: thousands of type parameters, aliases of them, namespaces without an end | `limits_expansion_of_aliases_and_reports_a_gap` in `host/csharp/src/index/tests.rs`, `rejects_source_whose_full_names_exceed_its_size_by_far` in `host/csharp/src/parse/tests.rs`, `host/csharp/src/assembly/tests.rs` |
//! | the folder moved away, deleted or replaced by another project under the host | `project_is_not_ready_while_its_folder_is_missing` in `host/bridge-project/src/bridge/tests/disk.rs` |
//! | a `unity-tool-host.toml` in a cloned project, or written there by an agent, that grants itself writes | `planted_config::ignores_a_configuration_file_inside_the_project`, `check_and_stdio_report_the_ignored_configuration_file` in the same file |

mod expansion;
mod files;
mod planted_config;
