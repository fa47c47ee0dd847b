//! Generated Rust types and traits for version 0.3 of the contract (`wit/`), and for the packages that later versions
//! add to it.

#![allow(
    unreachable_pub,
    private_interfaces,
    clippy::all,
    clippy::use_self,
    clippy::allow_attributes_without_reason,
    reason = "generated"
)]

/// The prefix of the contract versions that these types support, for imports and exports.
pub const TRACK: &str = "0.3.";

/// The name of the WebAssembly custom section with the listing (tools, resources, prompts) of a component.
pub const LISTING_SECTION: &str = "unity-tools:listing/0.3";

wasmtime::component::bindgen!({
    path: "../../wit",
    inline: "
        package unity-tools:served;

        world served {
            import unity-tools:host/log@0.3.0;
            import unity-tools:host/progress@0.3.0;
            import unity-tools:host/cancellation@0.3.0;
            import unity-tools:host/client@0.3.0;
            import unity-tools:host/notify@0.3.0;
            import unity-tools:host/state@0.3.0;
            import unity-tools:host/policy-view@0.3.0;
            import unity-tools:host/policy-edit@0.3.0;

            import unity-tools:unity/project@0.3.0;
            import unity-tools:unity/scenes@0.3.0;
            import unity-tools:unity/objects@0.3.0;
            import unity-tools:unity/objects-edit@0.3.0;
            import unity-tools:unity/objects-create@0.3.0;
            import unity-tools:unity/components@0.3.0;
            import unity-tools:unity/components-edit@0.3.0;
            import unity-tools:unity/members@0.3.0;
            import unity-tools:unity/members-edit@0.3.0;
            import unity-tools:unity/values@0.3.0;
            import unity-tools:unity/query@0.3.0;
            import unity-tools:unity/edits@0.3.0;
            import unity-tools:unity/edits-edit@0.3.0;
            import unity-tools:unity/edits-save@0.3.0;
            import unity-tools:unity/methods-call@0.3.0;
            import unity-tools:unity/selection@0.3.0;
            import unity-tools:unity/selection-edit@0.3.0;
            import unity-tools:unity/logs@0.3.0;
            import unity-tools:unity/time-scale@0.3.0;
            import unity-tools:unity/time-scale-edit@0.3.0;
            import unity-tools:unity/camera@0.3.0;
            import unity-tools:unity/pick@0.3.0;
            import unity-tools:unity/hooks@0.3.0;
            import unity-tools:unity/hooks-edit@0.3.0;
            import unity-tools:unity/console-eval@0.3.0;
            import unity-tools:unity/console-scripts@0.3.0;
            import unity-tools:unity/console-scripts-edit@0.3.0;
            import unity-tools:unity/test-ui-edit@0.3.0;
            import unity-tools:unity/editor@0.3.0;
            import unity-tools:unity/scripts@0.3.0;
            import unity-tools:unity/prefabs@0.3.0;
            import unity-tools:unity/references@0.3.0;
            import unity-tools:unity/settings@0.3.0;
            import unity-tools:unity/assets@0.3.0;
            import unity-tools:unity/screenshot@0.3.0;
            import unity-tools:unity/screenshot-save@0.3.0;
            import unity-tools:unity/editor-run@0.3.0;
            import unity-tools:unity/play@0.3.0;
            import unity-tools:unity/play-edit@0.3.0;
            import unity-tools:unity/targets@0.3.0;
            import unity-tools:unity/targets-edit@0.3.0;
            import unity-tools:unity/command@0.3.0;
            import unity-tools:unity/command-run@0.3.0;

            import unity-tools:authoring/asset-plan@0.4.0;
            import unity-tools:authoring/assets-edit@0.4.0;
            import unity-tools:authoring/build-run@0.4.0;
            import unity-tools:authoring/compilation@0.4.0;
            import unity-tools:authoring/packages-edit@0.4.0;
            import unity-tools:authoring/refresh-run@0.4.0;
            import unity-tools:authoring/scripts-edit@0.4.0;

            export unity-tools:tool/tools@0.3.0;
            export unity-tools:tool/listing@0.3.0;
            export unity-tools:tool/resources@0.3.0;
            export unity-tools:tool/prompts@0.3.0;
            export unity-tools:tool/completions@0.3.0;
            export unity-tools:tool/events@0.3.0;
        }
    ",
    world: "unity-tools:served/served",
    imports: { default: async | trappable },
    exports: { default: async },
    trappable_error_type: {
        "unity-tools:shared/types.error" => crate::fault::Fault,
    },
});
