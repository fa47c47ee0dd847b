//! The project settings from `ProjectSettings/`. If a file cannot be read, Unity's defaults apply, and the list
//! `problems` contains a sentence about the file.

use super::packages;
use super::read::{MAX_FILE_BYTES, read_whole};
use super::symbols::common_symbols;
use crate::AssetProblem;
use std::collections::BTreeSet;
use std::path::Path;
use unity_yaml::{Field, File, Guid};

/// One scene in the build list of the project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildScene {
    pub enabled: bool,
    pub path: String,
    pub guid: Guid,
}

/// The project-wide Unity settings that the host uses, such as tags, layers and packages.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The version of Unity, such as `2022.3.45f1`; empty if ProjectVersion.txt is missing.
    pub unity_version: String,
    pub company: String,
    pub product: String,
    pub version: String,
    /// The conditional compilation symbols that the project defines for every build target in its settings.
    pub symbols: BTreeSet<String>,
    /// Default window size in pixels: width, height.
    pub screen: (u32, u32),
    pub build: Vec<BuildScene>,
    /// The project's own tags, without the built-in ones.
    pub tags: Vec<String>,
    /// Names of the 32 layers, indexed by layer number; empty for a layer without a name.
    pub layers: Vec<String>,
    /// Ids of the sorting layers, from back to front.
    pub sorting_layers: Vec<u32>,
    pub time_scale: f64,
    /// Fixed time step of the physics simulation in seconds.
    pub fixed_step: f64,
    pub queries_hit_triggers: bool,
    pub queries_hit_backfaces: bool,
    /// Name and version of each declared package, sorted by name.
    pub packages: Vec<(String, String)>,
    /// True if the package manifest could be read; otherwise `packages` can be incomplete.
    pub packages_known: bool,
}

/// The tags that every project has, in the editor's order.
const BUILT_IN_TAGS: [&str; 7] = [
    "Untagged",
    "Respawn",
    "Finish",
    "EditorOnly",
    "MainCamera",
    "Player",
    "GameController",
];

const LAYERS: usize = 32;

impl Settings {
    pub(super) fn read(root: &Path, problems: &mut Vec<String>) -> Self {
        let mut layers = vec![String::new(); LAYERS];
        for (at, name) in [
            (0, "Default"),
            (1, "TransparentFX"),
            (2, "Ignore Raycast"),
            (4, "Water"),
            (5, "UI"),
        ] {
            layers[at] = name.to_owned();
        }
        let (packages, packages_known) = packages::read(root, problems);
        let mut settings = Self {
            unity_version: unity_version(root, problems),
            company: String::new(),
            product: String::new(),
            version: String::new(),
            symbols: BTreeSet::new(),
            screen: (1920, 1080),
            build: Vec::new(),
            tags: Vec::new(),
            layers,
            sorting_layers: Vec::new(),
            time_scale: 1.0,
            fixed_step: 0.02,
            queries_hit_triggers: true,
            queries_hit_backfaces: false,
            packages,
            packages_known,
        };
        for (file, take) in FILES {
            each_field(root, file, problems, &mut |field| take(&mut settings, field));
        }
        settings
    }

    /// Returns the major and minor number of Unity's version, such as `(2022, 3)`; `None` if unknown.
    pub fn release(&self) -> Option<(u32, u32)> {
        let mut numbers = self.unity_version.split('.').map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    }

    /// Returns all tags: the built-in ones first, then the project's own.
    pub fn all_tags(&self) -> Vec<String> {
        let built_in = BUILT_IN_TAGS.iter().map(|tag| (*tag).to_owned());
        let own = self.tags.iter().filter(|tag| !BUILT_IN_TAGS.contains(&tag.as_str()));
        built_in.chain(own.cloned()).collect()
    }
}

type Take = fn(&mut Settings, &Field<'_>);

const FILES: [(&str, Take); 5] = [
    ("ProjectSettings/ProjectSettings.asset", player),
    ("ProjectSettings/EditorBuildSettings.asset", build_list),
    ("ProjectSettings/TagManager.asset", tags_and_layers),
    ("ProjectSettings/TimeManager.asset", time),
    ("ProjectSettings/DynamicsManager.asset", physics),
];

fn player(settings: &mut Settings, field: &Field<'_>) {
    let text = || field.scalar().into_owned();
    match field.key() {
        "companyName" => settings.company = text(),
        "productName" => settings.product = text(),
        "bundleVersion" => settings.version = text(),
        "scriptingDefineSymbols" => {
            settings.symbols = field.node().map(|targets| common_symbols(&targets)).unwrap_or_default();
        }
        "defaultScreenWidth" => settings.screen.0 = positive(field, settings.screen.0),
        "defaultScreenHeight" => settings.screen.1 = positive(field, settings.screen.1),
        _ => {}
    }
}

fn positive(field: &Field<'_>, otherwise: u32) -> u32 {
    field
        .scalar()
        .parse()
        .ok()
        .filter(|size| *size > 0)
        .unwrap_or(otherwise)
}

fn build_list(settings: &mut Settings, field: &Field<'_>) {
    if field.key() != "m_Scenes" {
        return;
    }
    for row in field.items().filter_map(|item| item.node().ok()) {
        let text = |key: &str| row.get(key).and_then(|node| node.text()).unwrap_or_default();
        let path = text("path");
        if !path.is_empty() {
            settings.build.push(BuildScene {
                enabled: text("enabled") != "0",
                path: path.to_owned(),
                guid: Guid::parse(text("guid")).unwrap_or_default(),
            });
        }
    }
}

fn tags_and_layers(settings: &mut Settings, field: &Field<'_>) {
    let Ok(node) = field.node() else { return };
    let names = node
        .items()
        .iter()
        .map(|item| item.text().unwrap_or_default().to_owned());
    match field.key() {
        // Ids are written as signed or unsigned numbers with the same 32 bits.
        "m_SortingLayers" => {
            let id = |row: &unity_yaml::Node<'_>| row.get("uniqueID")?.number::<i64>();
            settings.sorting_layers = node.items().iter().filter_map(id).map(|id| id as u32).collect();
        }
        "tags" => settings.tags = names.filter(|name| !name.is_empty()).collect(),
        "layers" => {
            let mut layers: Vec<String> = names.take(LAYERS).collect();
            layers.resize(LAYERS, String::new());
            settings.layers = layers;
        }
        _ => {}
    }
}

fn time(settings: &mut Settings, field: &Field<'_>) {
    match field.key() {
        "m_TimeScale" => settings.time_scale = field.scalar().parse().unwrap_or(settings.time_scale),
        "Fixed Timestep" => settings.fixed_step = seconds(field).unwrap_or(settings.fixed_step),
        _ => {}
    }
}

/// Parses a time in seconds: a plain number, or since Unity 2022.2 a count of ticks with the ticks per second.
fn seconds(field: &Field<'_>) -> Option<f64> {
    if let Ok(plain) = field.scalar().parse() {
        return Some(plain);
    }
    let node = field.node().ok()?;
    let rate = node.get("m_Rate")?;
    let count: f64 = node.get("m_Count")?.number()?;
    let seconds = count * rate.get("m_Denominator")?.number::<f64>()? / rate.get("m_Numerator")?.number::<f64>()?;
    seconds.is_finite().then_some(seconds)
}

fn physics(settings: &mut Settings, field: &Field<'_>) {
    match field.key() {
        "m_QueriesHitTriggers" => settings.queries_hit_triggers = field.scalar() != "0",
        "m_QueriesHitBackfaces" => settings.queries_hit_backfaces = field.scalar() != "0",
        _ => {}
    }
}

fn each_field(root: &Path, file: &str, problems: &mut Vec<String>, take: &mut dyn FnMut(&Field<'_>)) {
    let read = read_whole(&root.join(file), MAX_FILE_BYTES);
    let parsed = read
        .as_deref()
        .map_err(Clone::clone)
        .and_then(|bytes| Ok(File::parse(bytes)?));
    match parsed {
        Ok(parsed) => parsed
            .documents()
            .next()
            .into_iter()
            .flat_map(|document| document.fields())
            .for_each(|field| take(&field)),
        Err(problem) => problems.push(format!("{file}: {}; Unity's defaults are used", problem.with_remedy())),
    }
}

fn unity_version(root: &Path, problems: &mut Vec<String>) -> String {
    let file = "ProjectSettings/ProjectVersion.txt";
    let bytes = match read_whole(&root.join(file), 64 * 1024) {
        Ok(bytes) => bytes,
        Err(problem) => {
            let hint = match problem {
                AssetProblem::Missing => "open the project once in Unity",
                _ => problem.remedy(),
            };
            problems.push(format!("{file}: {problem}; the Unity version is not known; {hint}"));
            return String::new();
        }
    };
    let text = String::from_utf8_lossy(&bytes);
    text.lines()
        .find_map(|line| line.trim_start_matches('\u{feff}').strip_prefix("m_EditorVersion:"))
        .map(|version| version.trim().to_owned())
        .unwrap_or_default()
}
