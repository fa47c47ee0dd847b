//! Bundles whose component, manifest or both are damaged, through all that the host does before it serves one.

use super::watched::Watched;
use super::{WORKERS, replace, rounds};
use anyhow::{Context, Result, ensure};
use host_runtime::CompilerProgram;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use tests_fuzz::component::{self, Loader, MANIFEST, MAX_BYTES};
use tests_fuzz::mutate::{MANIFEST_PIECES, WASM_PIECES, damage, flip};
use tests_fuzz::{Dice, component::MAX_FUNCTIONS};
use tests_support::{PATIENCE, paths};
use tokio::task::JoinSet;

/// One in so many is compiled in a process of its own, which takes longer to start than this component to compile.
const APART: u64 = 100;
/// One in so many is what a compiler made, which takes a hundred times as long where its damage does not show.
const LARGE: u64 = 500;

/// What is damaged, and who takes it.
struct Bench {
    small: Vec<u8>,
    crowd: Vec<u8>,
    large: Vec<u8>,
    here: Loader,
    apart: Loader,
}

impl Bench {
    fn set_up() -> Result<Self> {
        let compiler = CompilerProgram {
            program: paths::binary()?,
            arguments: vec!["compile-for-host".into()],
        };
        Ok(Self {
            small: component::small(&paths::root().join("wit"))?,
            crowd: component::crowd(MAX_FUNCTIONS + 1)?,
            large: std::fs::read(paths::component_of(&paths::fixture_bundle("noop")?)?)?,
            here: Loader::new(None)?,
            apart: Loader::new(Some(compiler))?,
        })
    }

    /// Component and manifest, at least one of them damaged.
    fn damage_sample(&self, number: u64) -> (Vec<u8>, Vec<u8>) {
        let mut dice = Dice::new(number);
        let source = match number {
            _ if number.is_multiple_of(LARGE) => &self.large,
            _ if dice.random_below(20) == 0 => &self.crowd,
            _ => &self.small,
        };
        let manifest = match dice.random_below(4) {
            0 => damage(MANIFEST.as_bytes(), MANIFEST_PIECES, &mut dice),
            _ => MANIFEST.as_bytes().to_vec(),
        };
        let mut component = match dice.random_below(3) {
            // Small enough damage that the rest is looked at.
            0 => flip(source, &mut dice),
            1 => flip(&flip(source, &mut dice), &mut dice),
            _ => damage(source, WASM_PIECES, &mut dice),
        };
        if dice.random_below(50) == 0 {
            component.resize(MAX_BYTES as usize + dice.random_below(3), 0);
        }
        (component, manifest)
    }

    /// Why it is not served; `None` where it is.
    async fn load(&self, folder: &Path, number: u64, component: &[u8], manifest: &[u8]) -> Result<Option<String>> {
        replace(&folder.join("damaged.wasm"), component)?;
        replace(&folder.join("bundle.toml"), manifest)?;
        let loader = if number.is_multiple_of(APART) {
            &self.apart
        } else {
            &self.here
        };
        let bundles = loader.load(folder, PATIENCE).await?;
        let [bundle] = &bundles[..] else {
            anyhow::bail!("{bundles:?}");
        };
        match (bundle.state, bundle.error()) {
            ("published", _) => Ok(None),
            ("refused", Some(error)) if !error.contains("cannot prepare the bundle") => Ok(Some(error)),
            // Nothing said, or a panic.
            _ => anyhow::bail!("{bundle:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn serves_a_damaged_bundle_or_rejects_it_with_a_reason() -> Result<()> {
    let rounds = rounds()?;
    let bench = Arc::new(Bench::set_up()?);
    let folder = TempDir::new()?;
    for (number, component) in [(1, &bench.small), (APART, &bench.small), (APART, &bench.large)] {
        let refused = bench
            .load(folder.path(), number, component, MANIFEST.as_bytes())
            .await?;
        ensure!(refused.is_none(), "what is whole is refused: {refused:?}");
    }
    let refused = bench.load(folder.path(), 1, &bench.crowd, MANIFEST.as_bytes()).await?;
    ensure!(refused.is_some_and(|why| why.contains("compile.functions")));
    let watched = Arc::new(Watched::this("bundles", rounds));
    let mut workers = JoinSet::new();
    for worker in 0..WORKERS {
        let (bench, watched) = (Arc::clone(&bench), Arc::clone(&watched));
        workers.spawn(async move {
            let (folder, mut served) = (TempDir::new()?, 0);
            for number in (1..=rounds).filter(|number| number % WORKERS == worker) {
                let (component, manifest) = bench.damage_sample(number);
                watched.saw(&[component.as_slice(), &manifest].concat());
                let loaded = bench.load(folder.path(), number, &component, &manifest).await;
                served += u64::from(loaded.with_context(|| format!("bundle number {number}"))?.is_none());
            }
            anyhow::Ok(served)
        });
    }
    let mut served = 0;
    while let Some(worker) = workers.join_next().await {
        served += worker??;
    }
    ensure!(
        served > rounds / 100 && served < rounds / 2,
        "{served} of {rounds} are served: the damage is too small or too large"
    );
    watched.finish()
}
