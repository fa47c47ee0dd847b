//! How many bytes of an answer cross to the guest, for the bound on a call's traffic. Texts count whole, the rest flat.

use host_bridge::{ComponentCard, LogLine, ObjectCard, Page, ProjectInfo, Reply, SceneCard};

const FLAT: usize = 64;

/// Roughly what lowering it writes into the guest's memory.
pub(crate) trait Weigh {
    fn bytes(&self) -> usize;
}

fn text(text: &Option<String>) -> usize {
    text.as_ref().map_or(0, String::len)
}

impl<T: Weigh> Weigh for [T] {
    fn bytes(&self) -> usize {
        self.iter().map(Weigh::bytes).sum()
    }
}

impl<T: Weigh> Weigh for Page<T> {
    fn bytes(&self) -> usize {
        FLAT + self.items.bytes()
    }
}

impl Weigh for String {
    fn bytes(&self) -> usize {
        self.len() + 8
    }
}

impl Weigh for SceneCard {
    fn bytes(&self) -> usize {
        FLAT + self.name.len() + self.path.len() + text(&self.problem)
    }
}

impl Weigh for ObjectCard {
    fn bytes(&self) -> usize {
        2 * FLAT + self.name.len() + self.path.len() + self.tag.len() + text(&self.global_id)
    }
}

impl Weigh for ComponentCard {
    fn bytes(&self) -> usize {
        FLAT + self.type_name.len() + self.summary.len()
    }
}

impl Weigh for LogLine {
    fn bytes(&self) -> usize {
        FLAT + self.time.len() + self.message.len() + text(&self.category)
    }
}

impl Weigh for ProjectInfo {
    fn bytes(&self) -> usize {
        let packages: usize = self
            .packages
            .iter()
            .map(|(name, version)| name.len() + version.len() + 16)
            .sum();
        4 * FLAT + packages + self.tags.bytes() + self.layers.bytes() + self.problems.bytes()
    }
}

impl Weigh for Reply {
    fn bytes(&self) -> usize {
        match self {
            Self::Done | Self::TimeScale(_) => 16,
            Self::Project(info) => info.bytes(),
            Self::Scenes(page) => page.bytes(),
            Self::Scene(card) => card.bytes(),
            Self::Objects(page) => page.bytes(),
            Self::Object(card) => card.bytes(),
            Self::Components(page) => page.bytes(),
            Self::Selection(selection) => 16 * (1 + selection.items.len()),
            Self::Logs(lines) => lines.bytes(),
        }
    }
}
