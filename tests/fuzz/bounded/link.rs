//! A Unity that says anything: each of its links ends with a reason at worst, and each call under way has one answer.

use super::rounds;
use super::watched::Watched;
use anyhow::{Context, Result, anyhow, ensure};
use std::panic::catch_unwind;
use tests_fuzz::Dice;
use tests_fuzz::link::{Lived, Samples, life, opening};
use tests_support::paths;

fn samples() -> Result<Samples> {
    let lines = std::fs::read_to_string(paths::root().join("tests/fixtures/bridge/frames.jsonl"))?;
    Samples::read(&lines).map_err(|error| anyhow!(error))
}

#[test]
fn accepts_an_instance_only_with_a_valid_proof() -> Result<()> {
    let (samples, rounds) = (samples()?, rounds()?);
    let watched = Watched::this("openings", rounds);
    let mut proved = 0;
    for number in 1..=rounds {
        watched.saw(&number.to_be_bytes());
        let opened = catch_unwind(|| opening(&samples, &mut Dice::new(number)))
            .map_err(|_| anyhow!("opening number {number} panicked"))?;
        let is_proved = opened
            .map_err(|error| anyhow!(error))
            .with_context(|| format!("opening number {number}"))?;
        proved += u64::from(is_proved);
    }
    ensure!(
        proved > rounds / 100 && proved < rounds / 2,
        "{proved} of {rounds} were proved: the damage is too small or too large"
    );
    watched.finish()
}

#[test]
fn each_call_gets_one_answer_for_any_instance_frames() -> Result<()> {
    let (samples, rounds) = (samples()?, rounds()?);
    let watched = Watched::this("lives of a link", rounds);
    let mut sum = Lived::default();
    for number in 1..=rounds {
        watched.saw(&number.to_be_bytes());
        let lived = catch_unwind(|| life(&samples, &mut Dice::new(number)))
            .map_err(|_| anyhow!("life number {number} panicked"))?;
        let lived = lived
            .map_err(|error| anyhow!(error))
            .with_context(|| format!("life number {number}"))?;
        sum.frames += lived.frames;
        sum.closed += lived.closed;
        sum.good += lived.good;
        sum.bad += lived.bad;
    }
    println!("{sum:?} in {rounds} lives");
    // Each way has to be gone often, or the test looks at the wrong thing.
    ensure!(
        sum.frames > rounds && sum.closed > rounds / 10 && sum.good > rounds / 100 && sum.bad > rounds / 10,
        "{sum:?} in {rounds} lives"
    );
    watched.finish()
}
