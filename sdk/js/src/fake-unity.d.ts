// Types of `fake-unity.js`.

/** Answers the imports of a test, by the names of their functions. */
export class FakeUnity {
  /** What an import gives back from now on, or what it does where `answer` is a function. */
  on(name: string, answer: unknown): this;
  /** With what an import was called, in order. */
  calls(name: string): any[][];
  /** The log lines, as `info: text`. */
  readonly log: string[];
}
