// A fake Unity for unit tests: `node --import ./.sdk/js/fake-unity.js --test` runs tools without a host.
//
// Belongs here: answers of imports, and recorded calls. Does not: the list of functions, which `hooks.js` reads from the WIT.
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

  /** Sets the answer of an import from now on; a function is called with the arguments. */
  on(name, answer) {
    this.#answers.set(name, answer);
    return this;
  }

  /** The arguments of all calls of an import, in order. */
  calls(name) {
    return this.#calls.filter((call) => call.name === name).map((call) => call.given);
  }

  /** The log lines, such as `info: text`. */
  get log() {
    return this.calls('write').map(([level, , text]) => `${level}: ${text}`);
  }

  /** Called by the stand-ins of imports. */
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
