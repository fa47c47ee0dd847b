"""What the functions of imports take: `unity-tool-host build` and `test` write this file anew, of `wit/world.wit`."""

TAKEN = {}
