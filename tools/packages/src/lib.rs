//! The bundle `packages`: the tool that changes the packages of a project in a running editor.

mod change_packages;

unity_tools::bundle![change_packages::change_packages];
