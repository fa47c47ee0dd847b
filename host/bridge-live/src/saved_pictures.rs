//! Pictures of a running Unity instance: the instance sends the bytes, the host writes files below the exports folder.

use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, CheckedCommand, Command, CommandQueue, Fate, Picture, Remembered,
    Replied, Reply, Turn, UnityBridge, failed_inside,
};
use host_exports_folder::{ExportsFolder, PicturePath};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Semaphore;

/// The first bytes of a PNG file. The host writes only data from an instance that begins with them.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The stored results of picture calls to one instance, for clients that repeat a call with the same idempotency key.
pub(crate) struct SavedPictures {
    /// The semaphore that allows one picture at a time, so that a second call with the same key finds the first result.
    turn: Semaphore,
    kept: Mutex<Remembered>,
}

impl Default for SavedPictures {
    fn default() -> Self {
        Self {
            turn: Semaphore::new(1),
            kept: Mutex::default(),
        }
    }
}

impl SavedPictures {
    fn lock(&self) -> MutexGuard<'_, Remembered> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes `unity` take the picture and writes it to the requested path. The answer contains the path, not the bytes.
    /// Error `OutcomeUnknown`: the host failed while it wrote. After any other error, nothing was written.
    pub(crate) async fn save(
        self: &Arc<Self>,
        unity: Arc<dyn UnityBridge>,
        folder: &ExportsFolder,
        command: CheckedCommand,
        call: BridgeCall,
    ) -> Result<Replied, BridgeError> {
        call.fate.queued();
        // Continues to the end even if its caller leaves, so that a repeated call gets the outcome.
        let leaving = call.cancel.child_token();
        let _left = leaving.clone().drop_guard();
        let (pictures, folder, fate) = (Arc::clone(self), folder.clone(), Arc::clone(&call.fate));
        let call = BridgeCall {
            cancel: leaving,
            ..call
        };
        let saving = tokio::spawn(async move { pictures.saved_once(&*unity, &folder, &command, call).await });
        saving
            .await
            .unwrap_or_else(|why| Err(failed_inside(&fate, true, &why.to_string())))
    }

    async fn saved_once(
        &self,
        unity: &dyn UnityBridge,
        folder: &ExportsFolder,
        command: &Command,
        call: BridgeCall,
    ) -> Result<Replied, BridgeError> {
        let turn = tokio::select! {
            turn = self.turn.acquire() => turn,
            () = call.cancel.cancelled() => {
                call.fate.withdraw();
                let message = "the call was cancelled before the picture was taken; nothing was written";
                return Err(BridgeError::new(BridgeErrorKind::Cancelled, message));
            }
        };
        let Ok(_turn) = turn else {
            return Err(CommandQueue::<()>::ended_error());
        };
        let turn = self.lock().turn(command, &call.key, &call.fate);
        let first = match turn {
            Turn::First(first) => first,
            Turn::Again(known) => return known,
        };
        let outcome = taken_and_written(unity, folder, command, call).await;
        self.lock().end(first, outcome)
    }
}

async fn taken_and_written(
    unity: &dyn UnityBridge,
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
        return Err(BridgeError::new(
            BridgeErrorKind::Internal,
            "the command does not request a picture",
        ));
    };
    let path = PicturePath::parse(path)?;
    let fate = Arc::clone(&call.fate);
    let free = {
        let (folder, path) = (folder.clone(), path.clone());
        blocking(&fate, move || folder.is_free(&path))
    };
    free.await?;
    let wanted = Command::Screenshot {
        width: *width,
        height: *height,
        output_path: None,
    };
    // Taking the picture is only a read; the key applies to writing the file.
    let looking = BridgeCall {
        id: call.id,
        origin: call.origin,
        cancel: call.cancel,
        deadline: call.deadline,
        progress: call.progress,
        ..BridgeCall::internal()
    };
    let taken = unity.execute(wanted.checked()?, looking).await?;
    let Reply::Picture(picture) = taken.reply else {
        return Err(BridgeError::new(
            BridgeErrorKind::Unity,
            "Unity returned no picture; nothing was written",
        ));
    };
    if !picture.png.starts_with(PNG) {
        let message = "Unity returned a picture that is not a PNG; nothing was written";
        return Err(BridgeError::new(BridgeErrorKind::Unity, message));
    }
    let (folder, bytes) = (folder.clone(), picture.png);
    let begins = Arc::clone(&fate);
    let written = blocking(&fate, move || {
        if !begins.begin() {
            let message = "the call was cancelled before the picture was written; nothing was written";
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

async fn blocking<T: Send + 'static>(
    fate: &Fate,
    work: impl FnOnce() -> Result<T, BridgeError> + Send + 'static,
) -> Result<T, BridgeError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|why| Err(failed_inside(fate, true, &why.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn panic_while_writing_a_picture_gives_unknown_outcome() {
        let fate = Fate::default();
        fate.queued();
        let failing = || -> Result<(), BridgeError> { panic!("provoked") };
        let before = blocking(&fate, failing).await.expect_err("a defect");
        assert_eq!(before.kind, BridgeErrorKind::Internal);
        assert!(fate.begin());
        let within = blocking(&fate, failing).await.expect_err("a defect");
        assert_eq!(within.kind, BridgeErrorKind::OutcomeUnknown);
    }
}
