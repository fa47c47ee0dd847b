//! Approximate size of an answer in bytes, for the limit on the traffic of a call and for remembered results. Texts
//! count in full, everything else with fixed sizes.

mod overrides;
mod scripts;

use crate::model::{
    AnnouncedCommand, Asset, AssetContent, AssetDetail, CameraCard, ComponentCard, ComponentValues, EditChange,
    EditEntry, EditPlan, Evaluated, FileChanges, HierarchyNode, Hit, Hook, HookMethod, LogLine, Member, ObjectCard,
    Page, Picked, Picture, ProjectInfo, QueryAnswer, QueryRow, ReferenceFinding, ReferenceUser, ResolvedMember, Rows,
    SavedFile, SceneCard, Script, ScriptFile, SettingsSection, Skipped, StartupScript, TargetRow, TestFailure, TestRun,
    TestUi, UsersAnswer, ValueText,
};
use crate::reply::{Replied, Reply};

const FLAT: usize = 64;

/// A part of an answer.
trait Weigh {
    fn weight(&self) -> usize;
}

impl Reply {
    /// Approximate bytes that it needs in the memory of a guest.
    pub fn weight(&self) -> usize {
        match self {
            Self::Done | Self::TimeScale(_) | Self::Created(_) | Self::Added(_) => 16,
            Self::Project(info) => info.weight(),
            Self::Scenes(page) => page.weight(),
            Self::Scene(card) => card.weight(),
            Self::Objects(page) => page.weight(),
            Self::Object(card) => card.weight(),
            Self::Components(page) => page.weight(),
            Self::Selection(selection) => 16 * (1 + selection.items.len()),
            Self::Logs { lines, .. } => lines.weight(),
            Self::Members(page) => page.weight(),
            Self::Member(member) => member.weight(),
            Self::Resolved(resolved) => resolved.weight(),
            Self::Values(page) => page.weight(),
            Self::Found(answer) => answer.weight(),
            Self::Camera(card) => card.weight(),
            Self::Picked(picked) => picked.weight(),
            Self::Hooks(page) => page.weight(),
            Self::HookMethods(page) => page.weight(),
            Self::Signature(text)
            | Self::Source(text)
            | Self::Returned(text)
            | Self::Printed(text)
            | Self::TypeName(text) => text.weight(),
            Self::Evaluated(evaluated) => evaluated.weight(),
            Self::Scripts(page) => page.weight(),
            Self::Script(file) => file.weight(),
            Self::Startup(script) => script.weight(),
            Self::TestUi(test_ui) => test_ui.weight(),
            Self::Assets(page) => page.weight(),
            Self::References(page) => page.weight(),
            Self::Users(answer) => answer.weight(),
            Self::Overrides(answer) => FLAT + answer.sources.weight() + answer.rows.weight() + answer.next.weight(),
            Self::Sections(names) => names.weight(),
            Self::Section(section) => section.weight(),
            Self::AssetRows(answer) => FLAT + answer.rows.weight() + answer.next.weight(),
            Self::AssetDetail(detail) => detail.weight(),
            Self::Hierarchy(page) => page.weight(),
            Self::Picture(picture) => picture.weight(),
            Self::TestRun(run) => run.weight(),
            Self::ScriptType(script) => script.weight(),
            Self::SourceLines(lines) => lines.weight(),
            Self::Commands(commands) => commands.weight(),
            Self::Plan(plan) => plan.weight(),
            Self::Entries(page) => page.weight(),
            Self::EditDone(done) => FLAT + done.plan.weight(),
            Self::FileChanges(files) => files.weight(),
            Self::Saved(files) => files.weight(),
            Self::Targets(rows) => rows.weight(),
            Self::Unity(row) => row.weight(),
            Self::Clock(_) | Self::FrameStats(_) => FLAT,
            Self::Stepped(stepped) => {
                let cells = stepped.values.iter().flatten();
                2 * FLAT + cells.map(|cell| 16 + cell.0.weight()).sum::<usize>()
            }
            Self::Touched(touched) => FLAT + 16 * touched.in_front.len() + touched.handlers.weight(),
        }
    }
}

impl Replied {
    /// The reply and its notes.
    pub fn weight(&self) -> usize {
        self.reply.weight() + self.diagnostics.weight()
    }
}

impl Weigh for TargetRow {
    fn weight(&self) -> usize {
        let words = [&self.id, &self.project, &self.unity_version, &self.platform];
        let words = words.into_iter().map(String::len).sum::<usize>();
        FLAT + words + self.path.weight() + self.serves.weight() + self.problems.weight()
    }
}

impl<T: Weigh> Weigh for [T] {
    fn weight(&self) -> usize {
        self.iter().map(Weigh::weight).sum()
    }
}

impl<T: Weigh> Weigh for Option<T> {
    fn weight(&self) -> usize {
        self.as_ref().map_or(0, Weigh::weight)
    }
}

impl<T: Weigh> Weigh for Page<T> {
    fn weight(&self) -> usize {
        FLAT + self.items.weight()
    }
}

impl<T: Weigh> Weigh for Rows<T> {
    fn weight(&self) -> usize {
        FLAT + self.rows.weight() + self.next.weight()
    }
}

impl Weigh for ComponentValues {
    fn weight(&self) -> usize {
        let fields = self.fields.iter().map(|(name, value)| name.weight() + value.weight());
        FLAT + self.type_name.len() + fields.sum::<usize>() + self.cut.weight()
    }
}

impl Weigh for QueryRow {
    fn weight(&self) -> usize {
        let cells = self.cells.iter().map(|cell| cell.0.weight() + 16);
        FLAT + self.file.len() + self.path.len() + cells.sum::<usize>()
    }
}

impl Weigh for QueryAnswer {
    fn weight(&self) -> usize {
        FLAT + self.rows.weight() + self.next.weight() + self.not_searched.weight()
    }
}

impl Weigh for ValueText {
    fn weight(&self) -> usize {
        self.get().len() + 8
    }
}

impl Weigh for Skipped {
    fn weight(&self) -> usize {
        FLAT + self.file.len() + self.why.len()
    }
}

impl Weigh for EditChange {
    fn weight(&self) -> usize {
        let component = self.component.as_ref().map_or(0, |(_, name)| name.len());
        2 * FLAT
            + self.file.len()
            + self.path.len()
            + 2 * component
            + self.field.weight()
            + self.old.weight()
            + self.new.weight()
            + self.unchecked.weight()
    }
}

impl Weigh for EditPlan {
    fn weight(&self) -> usize {
        FLAT + self.digest.len()
            + self.changes.weight()
            + FLAT * self.touches.needs.len()
            + 16 * self.touches.objects.len()
    }
}

impl Weigh for EditEntry {
    fn weight(&self) -> usize {
        FLAT + self.caller.len() + self.tool.len() + self.changes.weight() + self.fixed.weight() + self.group.weight()
    }
}

impl Weigh for FileChanges {
    fn weight(&self) -> usize {
        FLAT + self.file.len()
            + self.needs.iter().map(|need| 2 * FLAT + need.path.len()).sum::<usize>()
            + self
                .lines
                .iter()
                .map(|row| 16 + row.old.weight() + row.new.weight())
                .sum::<usize>()
    }
}

impl Weigh for SavedFile {
    fn weight(&self) -> usize {
        FLAT + self.file.len() + self.backup.len()
    }
}

impl Weigh for String {
    fn weight(&self) -> usize {
        self.len() + 8
    }
}

impl Weigh for SceneCard {
    fn weight(&self) -> usize {
        FLAT + self.name.len() + self.path.len() + self.problem.weight()
    }
}

impl Weigh for ObjectCard {
    fn weight(&self) -> usize {
        2 * FLAT + self.name.len() + self.path.len() + self.tag.len() + self.global_id.weight()
    }
}

impl Weigh for ComponentCard {
    fn weight(&self) -> usize {
        FLAT + self.type_name.len() + self.summary.len()
    }
}

impl Weigh for LogLine {
    fn weight(&self) -> usize {
        FLAT + self.time.len() + self.message.len() + self.category.weight()
    }
}

impl Weigh for ProjectInfo {
    fn weight(&self) -> usize {
        let packages: usize = self
            .packages
            .iter()
            .map(|(name, version)| name.len() + version.len() + 16)
            .sum();
        4 * FLAT + packages + self.tags.weight() + self.layers.weight() + self.problems.weight()
    }
}

impl Weigh for Member {
    fn weight(&self) -> usize {
        FLAT + self.name.len() + self.csharp_name.weight() + self.type_name.len() + self.value.len()
    }
}

impl Weigh for ResolvedMember {
    fn weight(&self) -> usize {
        FLAT + self.type_name.len() + self.member.len() + self.csharp_name.weight() + self.rest.len()
    }
}

impl Weigh for CameraCard {
    fn weight(&self) -> usize {
        2 * FLAT + self.name.len()
    }
}

impl Weigh for Hit {
    fn weight(&self) -> usize {
        let texts = self.name.len() + self.path.len() + self.unique_path.len() + self.file.len();
        2 * FLAT + texts + self.collider.weight() + self.approximate.weight()
    }
}

impl Weigh for Picked {
    fn weight(&self) -> usize {
        FLAT + self.hits.weight() + self.not_tested.weight()
    }
}

impl Weigh for Hook {
    fn weight(&self) -> usize {
        FLAT + self.signature.len() + self.not_firing.weight()
    }
}

impl Weigh for HookMethod {
    fn weight(&self) -> usize {
        FLAT + self.name.len() + self.signature.len() + self.origin.len()
    }
}

impl Weigh for Script {
    fn weight(&self) -> usize {
        FLAT + self.name.len() + self.path.len()
    }
}

impl Weigh for ScriptFile {
    fn weight(&self) -> usize {
        FLAT + self.name.len() + self.path.len() + self.content.len()
    }
}

impl Weigh for StartupScript {
    fn weight(&self) -> usize {
        FLAT + self.path.len() + self.content.weight()
    }
}

impl Weigh for TestUi {
    fn weight(&self) -> usize {
        self.blocks.iter().map(|(name, _)| FLAT + name.len()).sum::<usize>() + FLAT
    }
}

impl Weigh for Asset {
    fn weight(&self) -> usize {
        FLAT + self.path.len() + self.guid.len() + self.kind.len() + self.type_name.weight()
    }
}

impl Weigh for ReferenceFinding {
    fn weight(&self) -> usize {
        FLAT + self.path.len() + self.object_path.weight() + self.member.weight() + self.context.len()
    }
}

impl Weigh for ReferenceUser {
    fn weight(&self) -> usize {
        let component = self.component.as_ref().map_or(0, |(_, name)| name.len());
        FLAT + self.file.len() + self.path.weight() + component + self.field.weight()
    }
}

impl Weigh for UsersAnswer {
    fn weight(&self) -> usize {
        FLAT + self.rows.weight() + self.next.weight() + self.not_searched.weight()
    }
}

/// Names and their values.
fn named_values_weight(values: &[(String, ValueText)]) -> usize {
    values.iter().map(|(name, value)| name.weight() + value.weight()).sum()
}

impl Weigh for SettingsSection {
    fn weight(&self) -> usize {
        FLAT + named_values_weight(&self.values) + self.left_out.weight()
    }
}

impl Weigh for AssetContent {
    fn weight(&self) -> usize {
        FLAT + self.type_name.len() + named_values_weight(&self.fields)
    }
}

impl Weigh for AssetDetail {
    fn weight(&self) -> usize {
        let values = named_values_weight(&self.importer) + self.contents.weight();
        self.asset.weight() + values + self.dependencies.weight() + self.left_out.weight()
    }
}

impl Weigh for HierarchyNode {
    fn weight(&self) -> usize {
        FLAT + self.name.len() + self.path.len() + self.components.weight()
    }
}

impl Weigh for Picture {
    fn weight(&self) -> usize {
        FLAT + self.png.len() + self.file_path.weight() + self.not_drawn.weight()
    }
}

impl Weigh for TestRun {
    fn weight(&self) -> usize {
        FLAT + self.failures.weight()
    }
}

impl Weigh for TestFailure {
    fn weight(&self) -> usize {
        FLAT + self.name.len() + self.message.len() + self.stack_trace.weight()
    }
}

impl Weigh for AnnouncedCommand {
    fn weight(&self) -> usize {
        FLAT + self.name.len() + self.description.len() + self.input_schema.len()
    }
}

impl Weigh for Evaluated {
    fn weight(&self) -> usize {
        FLAT + self.output.len() + self.logs.weight() + self.value.weight()
    }
}
