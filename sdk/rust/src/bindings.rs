//! The Rust bindings that `wit-bindgen` generates from the WIT packages in `wit/`.
//!
//! Belongs here: only the WIT worlds. One world contains all imports; those that a guest never calls are not in its
//! component. Each export has its own world, so that a bundle exports only what it contains.
#![allow(
    unsafe_code,
    unreachable_pub,
    missing_docs,
    clippy::all,
    clippy::use_self,
    clippy::allow_attributes_without_reason,
    reason = "generated code"
)]

/// Bindings of the imports: every interface of the host that a guest component may import.
pub mod imports {
    unity_tools_macros::imports!(
        "
            package sdk:imports;
            world everything {
                import unity-tools:shared/types@0.3.0;
                import unity-tools:tool/types@0.3.0;
                import unity-tools:host/cancellation@0.3.0;
                import unity-tools:host/client@0.3.0;
                import unity-tools:host/log@0.3.0;
                import unity-tools:host/notify@0.3.0;
                import unity-tools:host/policy-edit@0.3.0;
                import unity-tools:host/policy-view@0.3.0;
                import unity-tools:host/progress@0.3.0;
                import unity-tools:host/state@0.3.0;
                import unity-tools:unity/assets@0.3.0;
                import unity-tools:unity/camera@0.3.0;
                import unity-tools:unity/command@0.3.0;
                import unity-tools:unity/command-run@0.3.0;
                import unity-tools:unity/components@0.3.0;
                import unity-tools:unity/components-edit@0.3.0;
                import unity-tools:unity/console-eval@0.3.0;
                import unity-tools:unity/console-scripts@0.3.0;
                import unity-tools:unity/console-scripts-edit@0.3.0;
                import unity-tools:unity/editor@0.3.0;
                import unity-tools:unity/editor-run@0.3.0;
                import unity-tools:unity/edits@0.3.0;
                import unity-tools:unity/edits-edit@0.3.0;
                import unity-tools:unity/edits-save@0.3.0;
                import unity-tools:unity/hooks@0.3.0;
                import unity-tools:unity/hooks-edit@0.3.0;
                import unity-tools:unity/logs@0.3.0;
                import unity-tools:unity/members@0.3.0;
                import unity-tools:unity/members-edit@0.3.0;
                import unity-tools:unity/methods-call@0.3.0;
                import unity-tools:unity/objects@0.3.0;
                import unity-tools:unity/objects-create@0.3.0;
                import unity-tools:unity/objects-edit@0.3.0;
                import unity-tools:unity/pick@0.3.0;
                import unity-tools:unity/play@0.3.0;
                import unity-tools:unity/play-edit@0.3.0;
                import unity-tools:unity/prefabs@0.3.0;
                import unity-tools:unity/project@0.3.0;
                import unity-tools:unity/query@0.3.0;
                import unity-tools:unity/references@0.3.0;
                import unity-tools:unity/scenes@0.3.0;
                import unity-tools:unity/scripts@0.3.0;
                import unity-tools:unity/screenshot@0.3.0;
                import unity-tools:unity/screenshot-save@0.3.0;
                import unity-tools:unity/selection@0.3.0;
                import unity-tools:unity/selection-edit@0.3.0;
                import unity-tools:unity/settings@0.3.0;
                import unity-tools:unity/test-ui-edit@0.3.0;
                import unity-tools:unity/time-scale@0.3.0;
                import unity-tools:unity/time-scale-edit@0.3.0;
                import unity-tools:unity/targets@0.3.0;
                import unity-tools:unity/targets-edit@0.3.0;
                import unity-tools:unity/values@0.3.0;
                import unity-tools:authoring/asset-plan@0.4.0;
                import unity-tools:authoring/assets-edit@0.4.0;
                import unity-tools:authoring/build-run@0.4.0;
                import unity-tools:authoring/compilation@0.4.0;
                import unity-tools:authoring/packages-edit@0.4.0;
                import unity-tools:authoring/refresh-run@0.4.0;
                import unity-tools:authoring/scripts-edit@0.4.0;
            }"
    );
}

/// Bindings of the exported interface `tools`, which runs a tool. Every bundle exports it.
pub mod tools {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "package sdk:tools; world with-tools { export unity-tools:tool/tools@0.3.0; }",
        world: "sdk:tools/with-tools",
        with: {
            "unity-tools:shared/types@0.3.0": super::imports::unity_tools::shared::types,
            "unity-tools:tool/types@0.3.0": super::imports::unity_tools::tool::types,
        },
        additional_derives: [PartialEq],
        pub_export_macro: true,
        export_macro_name: "export_tools",
    });
}

/// Bindings of the exported interface `listing`, which describes the tools, resources and prompts of a component. The
/// host calls it only if the component does not contain these descriptions in a custom section.
pub mod listing {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "package sdk:listing; world with-listing { export unity-tools:tool/listing@0.3.0; }",
        world: "sdk:listing/with-listing",
        with: { "unity-tools:tool/types@0.3.0": super::imports::unity_tools::tool::types },
        additional_derives: [PartialEq],
        pub_export_macro: true,
        export_macro_name: "export_listing",
    });
}

/// Bindings of the exported interface `resources`, which reads a resource.
pub mod resources {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "package sdk:resources; world with-resources { export unity-tools:tool/resources@0.3.0; }",
        world: "sdk:resources/with-resources",
        with: {
            "unity-tools:shared/types@0.3.0": super::imports::unity_tools::shared::types,
            "unity-tools:tool/types@0.3.0": super::imports::unity_tools::tool::types,
        },
        additional_derives: [PartialEq],
        pub_export_macro: true,
        export_macro_name: "export_resources",
    });
}

/// Bindings of the exported interface `prompts`, which renders a prompt.
pub mod prompts {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "package sdk:prompts; world with-prompts { export unity-tools:tool/prompts@0.3.0; }",
        world: "sdk:prompts/with-prompts",
        with: {
            "unity-tools:shared/types@0.3.0": super::imports::unity_tools::shared::types,
            "unity-tools:tool/types@0.3.0": super::imports::unity_tools::tool::types,
        },
        additional_derives: [PartialEq],
        pub_export_macro: true,
        export_macro_name: "export_prompts",
    });
}

/// Bindings of the exported interface `completions`: suggests values for prompt arguments and URI variables.
pub mod completions {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "package sdk:completions; world with-completions { export unity-tools:tool/completions@0.3.0; }",
        world: "sdk:completions/with-completions",
        with: {
            "unity-tools:shared/types@0.3.0": super::imports::unity_tools::shared::types,
        },
        additional_derives: [PartialEq],
        pub_export_macro: true,
        export_macro_name: "export_completions",
    });
}

/// Bindings of the exported interface `events`: handles an event of the host or Unity, such as a changed selection.
pub mod events {
    wit_bindgen::generate!({
        path: "../../wit",
        inline: "package sdk:events; world with-events { export unity-tools:tool/events@0.3.0; }",
        world: "sdk:events/with-events",
        additional_derives: [PartialEq],
        pub_export_macro: true,
        export_macro_name: "export_events",
    });
}
