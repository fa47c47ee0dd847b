// A Unity for unit tests: `node --import ./.sdk/js/fake-unity.js --test` runs tools without a host.
//
// Belongs here: answers of imports, and what was called. Does not: which functions there are, which `hooks.js` reads in the WIT.
import { register } from 'node:module';

register('./hooks.js', import.meta.url);

const SILENT = ['write', 'report'];

/** Answers the imports of a test, by the names of their functions. */
export class FakeUnity {
  #answers = new Map();
  #calls = [];

  constructor() {
    globalThis.fakeUnity = this;
  }

  /** What an import gives back from now on, or what it does where `answer` is a function. */
  on(name, answer) {
    this.#answers.set(name, answer);
    return this;
  }

  /** With what an import was called, in order. */
  calls(name) {
    return this.#calls.filter((call) => call.name === name).map((call) => call.given);
  }

  /** The log lines, as `info: text`. */
  get log() {
    return this.calls('write').map(([level, , text]) => `${level}: ${text}`);
  }

  /** What the stand-ins of imports call. */
  asked(from, name, given) {
    this.#calls.push({ from, name, given });
    if (!this.#answers.has(name)) {
      if (SILENT.includes(name)) return undefined;
      throw new Error(`${from}: ${name} was called and has no answer; write unity.on('${name}', …) before`);
    }
    const answer = this.#answers.get(name);
    return typeof answer === 'function' ? answer(...given) : answer;
  }
}
