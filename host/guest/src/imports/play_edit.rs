//! Implements the WIT interface `unity-tools:unity/play-edit`: freezes and steps a running game, and acts on its UI.

use crate::bindings::current::unity_tools::unity::play::Clock;
use crate::bindings::current::unity_tools::unity::play_edit as wit;
use crate::fault::{BadValue, Fault};
use crate::imports::convert::{Convert, records, variants};
use crate::imports::page::object;
use crate::imports::rows;
use crate::store::CallState;
use host_bridge::{Command, Function, GameClock, Gesture, PlayMode, ScreenSpot, Spot, Ticks, Until, Watch};

impl wit::Host for CallState {
    async fn set_mode(&mut self, mode: wit::Mode) -> Result<(), Fault> {
        let command = Command::SetPlayMode { mode: mode.convert() };
        self.unity(8, command).await
    }

    async fn freeze(&mut self, frozen: bool) -> Result<Clock, Fault> {
        let command = Command::Freeze { frozen };
        let clock: GameClock = self.unity(1, command).await?;
        Ok(clock.convert())
    }

    async fn step(&mut self, ticks: wit::Ticks, watched: Vec<wit::Watch>) -> Result<wit::Stepped, Fault> {
        let bytes = watched.iter().map(size).sum();
        let watched: Result<Vec<Watch>, BadValue> = watched.into_iter().map(watch).collect();
        let command = watched.map(|watched| Command::Step {
            ticks: match ticks {
                wit::Ticks::Frames(count) => Ticks::Frames(count),
                wit::Ticks::Physics(count) => Ticks::Physics(count),
                wit::Ticks::Other((name, count)) => Ticks::Other(name, count),
            },
            watched,
        });
        let stepped: host_bridge::Stepped = self.unity_if(Function::Step, bytes, command).await?;
        Ok(stepped.convert())
    }

    async fn act(&mut self, gesture: wit::Gesture) -> Result<wit::Touched, Fault> {
        let command = acted(gesture).map(|gesture| Command::Act { gesture });
        let touched: host_bridge::Touched = self.unity_if(Function::Act, 64, command).await?;
        Ok(touched.convert())
    }
}

fn watch(watch: wit::Watch) -> Result<Watch, BadValue> {
    let until = watch.until.map(|(op, json)| {
        let op = op.convert();
        // The contract has a value for every condition; two conditions take none.
        let takes_none = matches!(op, host_bridge::Op::Exists | host_bridge::Op::Missing);
        let value = (!takes_none).then(|| rows::value("watched.until", json)).transpose()?;
        Ok(Until { op, value })
    });
    Ok(Watch {
        object: object("watched.object", &watch.object)?,
        field: watch.field.convert(),
        until: until.transpose()?,
    })
}

fn size(watch: &wit::Watch) -> usize {
    let until = watch.until.as_ref().map_or(0, |(_, json)| json.len());
    watch.object.len() + watch.field.component.len() + watch.field.path.len() + until
}

fn acted(gesture: wit::Gesture) -> Result<Gesture, BadValue> {
    Ok(match gesture {
        wit::Gesture::Click(at) => Gesture::Click(spot(at)?),
        wit::Gesture::Drag((from, to)) => Gesture::Drag {
            from: spot(from)?,
            to: spot(to)?,
        },
        wit::Gesture::Scroll((at, x, y)) => Gesture::Scroll { at: spot(at)?, x, y },
        wit::Gesture::Submit(at) => Gesture::Submit(spot(at)?),
        wit::Gesture::Other((name, json)) => Gesture::Other(name, rows::value("gesture.other", json)?),
    })
}

fn spot(spot: wit::Spot) -> Result<Spot, BadValue> {
    Ok(match spot {
        wit::Spot::Object(id) => Spot::Object(object("spot.object", &id)?),
        wit::Spot::Screen((x, y)) => Spot::Screen(ScreenSpot { x, y }),
        wit::Spot::Other(name) => Spot::Other(name),
    })
}

records! {
    host_bridge::Stepped => wit::Stepped { passed met values left_out clock }
    host_bridge::Touched => wit::Touched { object in_front handlers }
}

variants! {
    wit::Mode => PlayMode { Play Pause Stop Other(name) }
}
