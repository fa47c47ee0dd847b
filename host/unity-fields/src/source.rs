//! The text of one scene, prefab or asset with its document index, shared by every component that points into it.

use unity_yaml::{Document, FileProblem, Head, into_text, split};

/// A file's text, kept as long as loaded data refers to it.
#[derive(Debug)]
pub struct Source {
    /// Asset path.
    pub path: String,
    text: String,
    heads: Vec<Head>,
}

impl Source {
    /// # Errors
    /// Names the kind of the bytes if they are no text asset.
    pub fn new(path: &str, bytes: Vec<u8>) -> Result<Self, FileProblem> {
        let text = into_text(bytes)?;
        Ok(Self {
            path: path.to_owned(),
            heads: split(&text)?,
            text,
        })
    }

    /// Memory in bytes: the text and the positions of its documents.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.text.len() + self.heads.len() * size_of::<Head>()
    }

    /// The whole text.
    #[inline]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The documents in file order with their positions.
    #[inline]
    pub fn documents(&self) -> impl Iterator<Item = (u32, Document<'_>)> {
        (0..).zip(self.heads.iter().map(|head| Document::new(&self.text, *head)))
    }

    /// The lowest id that several documents share; `None` if all ids differ.
    pub fn duplicate_id(&self) -> Option<i64> {
        let mut ids: Vec<i64> = self.heads.iter().map(|head| head.id).collect();
        ids.sort_unstable();
        let mut pairs = ids.iter().zip(ids.iter().skip(1));
        pairs.find(|(one, other)| one == other).map(|(id, _)| *id)
    }

    /// One document by position.
    #[inline]
    pub fn document(&self, at: u32) -> Option<Document<'_>> {
        self.heads.get(at as usize).map(|head| Document::new(&self.text, *head))
    }
}
