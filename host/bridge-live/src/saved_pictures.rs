//! Pictures of a running Unity as files: Unity gives the bytes, the host writes them where its caller wants them below one folder.

use crate::live_bridge::LiveBridge;
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, CheckedCommand, Command, CommandQueue, Picture, Remembered, Replied,
    Reply,
};
use host_exports_folder::{ExportsFolder, PicturePath};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;

/// What such a file begins with. Whatever else a Unity gave is not written down.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The folder, and what came of each call that may come again.
pub struct SavedPictures {
    folder: ExportsFolder,
    /// One picture at a time, so that a second one of a key finds what the first came to.
    turn: Semaphore,
    kept: Mutex<Remembered>,
}

impl SavedPictures {
    /// The folder need not exist yet.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: ExportsFolder::new(folder),
            turn: Semaphore::new(1),
            kept: Mutex::default(),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Remembered> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for SavedPictures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SavedPictures({:?})", self.folder)
    }
}

impl LiveBridge {
    /// Takes the picture that `command` asks for and writes it where it says. The answer names the file and holds no bytes.
    ///
    /// # Errors
    /// Those of the path, of Unity and of the folder; nothing was written then.
    pub(crate) async fn save_picture(
        &self,
        pictures: &SavedPictures,
        command: CheckedCommand,
        call: BridgeCall,
    ) -> Result<Replied, BridgeError> {
        call.fate.queued();
        let Ok(_turn) = pictures.turn.acquire().await else {
            return Err(CommandQueue::<()>::ended());
        };
        let digest = pictures.kept().digest(&command);
        let may_come_again = call.key.call.may_come_again();
        let known = pictures.kept().get(&call.key, digest);
        if let Some(known) = known.filter(|_| may_come_again) {
            call.fate.ended(&known);
            return known;
        }
        let (key, fate) = (call.key.clone(), Arc::clone(&call.fate));
        let outcome = self.taken_and_written(&pictures.folder, &command, call).await;
        if may_come_again {
            pictures.kept().put(key, digest, true, &outcome);
        }
        fate.ended(&outcome);
        outcome
    }

    async fn taken_and_written(
        &self,
        folder: &ExportsFolder,
        command: &Command,
        call: BridgeCall,
    ) -> Result<Replied, BridgeError> {
        let Command::Screenshot {
            width,
            height,
            output_path: Some(path),
        } = command
        else {
            return Err(BridgeError::new(BridgeErrorKind::Internal, "no picture was asked for"));
        };
        let path = PicturePath::parse(path)?;
        let free = {
            let (folder, path) = (folder.clone(), path.clone());
            blocking(move || folder.is_free(&path))
        };
        free.await?;
        let fate = Arc::clone(&call.fate);
        let wanted = Command::Screenshot {
            width: *width,
            height: *height,
            output_path: None,
        };
        // Only looking: what is done once is the file.
        let looking = BridgeCall {
            id: call.id,
            origin: call.origin,
            cancel: call.cancel,
            deadline: call.deadline,
            progress: call.progress,
            ..BridgeCall::internal()
        };
        let taken = Box::pin(self.run(wanted.checked()?, looking)).await?;
        let Reply::Picture(picture) = taken.reply else {
            return Err(BridgeError::new(
                BridgeErrorKind::Unity,
                "Unity gave no picture; nothing was written",
            ));
        };
        if !picture.png.starts_with(PNG) {
            let message = "what Unity gave is no PNG; nothing was written";
            return Err(BridgeError::new(BridgeErrorKind::Unity, message));
        }
        let (folder, bytes) = (folder.clone(), picture.png);
        let written = blocking(move || {
            if !fate.begin() {
                let message = "nobody waited for the picture any more; nothing was written";
                return Err(BridgeError::new(BridgeErrorKind::Cancelled, message));
            }
            folder.write(&path, &bytes)
        });
        let file = written.await?;
        Ok(Replied {
            reply: Reply::Picture(Picture {
                png: Vec::new(),
                file_path: Some(file.display().to_string()),
                ..picture
            }),
            diagnostics: taken.diagnostics,
        })
    }
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BridgeError> + Send + 'static,
) -> Result<T, BridgeError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(CommandQueue::<()>::ended()))
}
