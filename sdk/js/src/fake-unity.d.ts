// Types of `fake-unity.js`.

/** Answers the imports of a test, by the names of their functions. */
export class FakeUnity {
  /** Sets the answer of an import from now on; a function is called with the arguments. */
  on(name: string, answer: unknown): this;
  /** The arguments of all calls of an import, in order. */
  calls(name: string): any[][];
  /** The log lines, such as `info: text`. */
  readonly log: string[];
}
