// The parameter types of imports: `unity-tool-host build` and `test` generate this file from `wit/world.wit`.
export const TAKEN = new Map();
