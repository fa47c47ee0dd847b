// Tests of notes, content and metadata, called like a component; run instead of a template's test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './.sdk/js/fake-unity.js';
import { bundle, Reply, tool } from './.sdk/js/unity-tools.js';

test('a reply has notes, blocks and meta beside its value, and a tool icons and meta', () => {
  const more = {
    notes: ['half of it'],
    content: ['plain', { text: 'for a person', annotations: { audience: ['user'] }, meta: { 'acme.example/cost': 2 } }],
    meta: { cost: 7 },
  };
  const full = tool({
    description: 'Answers with all of it.',
    icons: ['https://a.example/i.png'],
    meta: { 'acme.example/cost': 1 },
    run: () => new Reply({ n: 1 }, more),
  });
  const { listing, tools } = bundle({ full, plain: tool({ description: 'Answers.', run: () => 5 }) });
  const [listed, bare] = listing.listTools();
  assert.deepEqual(listed.extra, [
    ['icons', '[{"src":"https://a.example/i.png"}]'],
    ['acme.example/cost', '1'],
  ]);
  assert.deepEqual(bare.extra, []);
  const result = tools.callTool({ name: 'full', arguments: '{}' });
  assert.deepEqual([result.structured, result.diagnostics, result.extra], ['{"n":1}', ['half of it'], [['cost', '7']]]);
  const extra = [['annotations', '{"audience":["user"]}'], ['acme.example/cost', '2']];
  assert.deepEqual(result.content, [
    { tag: 'text', val: 'plain' },
    { tag: 'annotated-text', val: { text: 'for a person', extra } },
  ]);
  const five = tools.callTool({ name: 'plain', arguments: '{}' });
  assert.deepEqual([five.structured, five.content, five.extra], ['5', [], []]);
});

test('a value that JSON does not have is an error that names the member', () => {
  const cyclic = { n: 1 };
  cyclic.self = { again: cyclic };
  class Point {
    constructor() {
      this.x = 1;
    }
  }
  const given = {
    nan: [{ total: NaN }, 'NaN in `total`', 'a finite number'],
    infinite: [{ list: [1, -Infinity] }, '-Infinity in `list[1]`', 'a finite number'],
    root: [NaN, 'give returned NaN, which JSON does not have', 'a finite number'],
    missing: [{ a: { b: undefined } }, 'undefined in `a.b`', 'leave the member out'],
    hole: [[1, , 3], 'undefined in `[1]`', 'leave the member out'],
    call: [{ run: () => 1 }, 'a function in `run`', 'its result'],
    symbol: [{ s: Symbol('x') }, 'a symbol in `s`', 'a text'],
    big: [{ id: 12n }, '12n, a bigint in `id`', 'Number(…)'],
    map: [{ all: new Map([['a', 1]]) }, 'a Map in `all`', 'Object.fromEntries(…)'],
    set: [new Set([1]), 'give returned a Set, which', 'Array.from(…)'],
    bytes: [{ data: new Uint8Array(2) }, 'a Uint8Array in `data`', 'Array.from(…)'],
    error: [{ error: new TypeError('x') }, 'a Error in `error`', 'its `message`'],
    pattern: [{ by: /x/ }, 'a RegExp in `by`', '`source`'],
    iterator: [{ all: [1].values() }, 'a Array Iterator in `all`', 'an array'],
    promise: [{ later: Promise.resolve(1) }, 'a Promise in `later`', 'cannot await'],
    date: [{ at: new Date(NaN) }, 'an invalid Date in `at`', 'a valid one'],
    cyclic: [cyclic, 'a value that holds itself in `self.again`', 'once'],
  };
  for (const [name, [value, told, instead]] of Object.entries(given)) {
    const { tools } = bundle({ give: tool({ description: 'Gives it.', run: () => value }) });
    assert.throws(
      () => tools.callTool({ name: 'give', arguments: '{}' }),
      (error) => error.kind.tag === 'internal' && error.message.includes(told) && error.hint.includes(instead),
      name,
    );
  }
  const fine = { at: new Date(0), point: new Point(), none: null, list: [], text: new String('x'), shared: [given.nan[1], given.nan[1]] };
  const { tools } = bundle({ give: tool({ description: 'Gives it.', run: () => fine }) });
  const { structured } = tools.callTool({ name: 'give', arguments: '{}' });
  assert.equal(
    structured,
    '{"at":"1970-01-01T00:00:00.000Z","point":{"x":1},"none":null,"list":[],"text":"x","shared":["NaN in `total`","NaN in `total`"]}',
  );
  const nothing = bundle({ give: tool({ description: 'Gives nothing.', run: () => undefined }) });
  assert.equal(nothing.tools.callTool({ name: 'give', arguments: '{}' }).structured, undefined);
});
