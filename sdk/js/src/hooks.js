// Lets Node import `unity-tools:…`: each function in the bundle's `wit/deps` calls the test's FakeUnity. Random bytes come from Node.
//
// Belongs here: resolving these names. Does not: answering (`fake-unity.js`).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

const RANDOM = `import { randomBytes } from 'node:crypto';
export const getRandomBytes = (count) => new Uint8Array(randomBytes(Number(count)));`;

export async function resolve(specifier, context, next) {
  return /^(unity-tools|wasi):/.test(specifier) ? { url: specifier, format: 'module', shortCircuit: true } : next(specifier, context);
}

export async function load(url, context, next) {
  if (url.startsWith('wasi:random/random@')) return { format: 'module', source: RANDOM, shortCircuit: true };
  if (!url.startsWith('unity-tools:')) return next(url, context);
  const [, place, version] = /^unity-tools:(.*)@(.*)$/.exec(url) ?? [];
  const [box, name] = place.split('/');
  const text = readFileSync(join(process.cwd(), 'wit', 'deps', `unity-tools-${box}@${version}`, `${name}.wit`), 'utf8');
  const functions = [...text.matchAll(/^\s*%?([a-z0-9-]+):\s*func\(/gm)].map(([, one]) => camel(one));
  const lines = functions.map(
    (one) => `export function ${one}(...given) { return asked('${one}', given); }`,
  );
  const source = `function asked(name, given) {
    if (!globalThis.fakeUnity) throw new Error('begin the test with \`const unity = new FakeUnity();\`');
    return globalThis.fakeUnity.asked('${url}', name, given);
  }
  ${lines.join('\n')}`;
  return { format: 'module', source, shortCircuit: true };
}
