//! The Unity versions that the package supports, and the compilation symbols that each version defines.
//!
//! Belongs here: facts about versions. Does not: what a version has (`sdk/unity/api/members.tsv`, `tests/unity/editor`).

/// A Unity version that the package supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The release line, which is the title of the column in the table of members.
    pub line: &'static str,
    /// The tag of Unity's published C# source from which the column was made.
    pub tag: &'static str,
}

/// The supported versions, oldest first.
pub const VERSIONS: [Version; 5] = [
    version("2021.3", "2021.3.58f1"),
    COMPILED,
    version("6000.0", "6000.0.78f1"),
    version("6000.3", "6000.3.19f1"),
    NEWEST,
];

/// The version of the assemblies that the tests compile against: the newest that a test can download. It is also the
/// version that the test double of the editor has by default.
pub const COMPILED: Version = version("2022.3", "2022.3.76f1");

pub const NEWEST: Version = version("6000.6", "6000.6.0b1");

const fn version(line: &'static str, tag: &'static str) -> Version {
    Version { line, tag }
}

/// All release lines of Unity since 5.3, for which Unity defines `UNITY_X_Y_OR_NEWER`.
const LINES: &str = "5.3 5.4 5.5 5.6 2017.1 2017.2 2017.3 2017.4 2018.1 2018.2 2018.3 2018.4 2019.1 2019.2 2019.3 2019.4 \
     2020.1 2020.2 2020.3 2021.1 2021.2 2021.3 2022.1 2022.2 2022.3 2023.1 2023.2 2023.3 \
     6000.0 6000.1 6000.2 6000.3 6000.4 6000.5 6000.6 6000.7";

impl Version {
    /// Returns the symbols of this version: `UNITY_X_Y_OR_NEWER` for each release line up to this one (Unity 6000
    /// defines also those of 2023), `UNITY_X` and `UNITY_X_Y`.
    pub fn symbols(self) -> Vec<String> {
        let mut symbols = Vec::new();
        for line in LINES.split_whitespace() {
            symbols.push(format!("UNITY_{}_OR_NEWER", line.replace('.', "_")));
            if line == self.line {
                break;
            }
        }
        let year = self.line.split('.').next().unwrap_or(self.line);
        symbols.push(format!("UNITY_{year}"));
        symbols.push(format!("UNITY_{}", self.line.replace('.', "_")));
        symbols
    }

    /// Returns the symbols of newer versions, which this version does not define.
    pub fn later_symbols(self) -> Vec<String> {
        let later = LINES.split_whitespace().skip_while(|line| *line != self.line).skip(1);
        later
            .map(|line| format!("UNITY_{}_OR_NEWER", line.replace('.', "_")))
            .collect()
    }
}
