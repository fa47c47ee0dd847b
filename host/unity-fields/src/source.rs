//! The text of a scene, prefab or asset file with the positions of its YAML documents; the file's components share it.

use unity_yaml::{Document, FileProblem, Head, into_text, split};

/// The text of a file, which stays in memory as long as loaded data refers to it.
#[derive(Debug)]
pub struct Source {
    /// Path of the file in the project, such as `Assets/Main.unity`.
    pub path: String,
    text: String,
    heads: Vec<Head>,
}

impl Source {
    /// Creates the source from the bytes of the file at the asset path `path`.
    ///
    /// # Errors
    /// Returns the reason if the content is not a text asset.
    pub fn new(path: &str, bytes: Vec<u8>) -> Result<Self, FileProblem> {
        let text = into_text(bytes)?;
        Ok(Self {
            path: path.to_owned(),
            heads: split(&text)?,
            text,
        })
    }

    /// Returns the bytes of memory that the text and the positions of the documents occupy.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.text.len() + self.heads.len() * size_of::<Head>()
    }

    /// Returns the whole text of the file.
    #[inline]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the documents in file order, each with its index in the file.
    #[inline]
    pub fn documents(&self) -> impl Iterator<Item = (u32, Document<'_>)> {
        (0..).zip(self.heads.iter().map(|head| Document::new(&self.text, *head)))
    }

    /// Returns the lowest file id that several documents share; `None` if all ids differ.
    pub fn duplicate_id(&self) -> Option<i64> {
        let mut ids: Vec<i64> = self.heads.iter().map(|head| head.id).collect();
        ids.sort_unstable();
        let mut pairs = ids.iter().zip(ids.iter().skip(1));
        pairs.find(|(one, other)| one == other).map(|(id, _)| *id)
    }

    /// Returns the document with that index in the file.
    #[inline]
    pub fn document(&self, at: u32) -> Option<Document<'_>> {
        self.heads.get(at as usize).map(|head| Document::new(&self.text, *head))
    }
}
