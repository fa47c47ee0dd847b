//! The bundle `builds`: the tool that builds a player in a running editor.

mod build_player;

unity_tools::bundle![build_player::build_player];
