// Run by `unity-tool-host test`: the test runner of Node, with a FakeUnity that answers the imports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeUnity } from './.sdk/js/fake-unity.js';
import { tools } from './tool.js';

const call = (given) =>
  JSON.parse(tools.callTool({ name: 'list_shared_names', arguments: JSON.stringify(given) }).structured);

test('counts names over all pages', () => {
  const unity = new FakeUnity().on('find', { id: 'scn:1', path: 'Assets/Town.unity' });
  const pages = [
    [[{ name: 'Lamp' }, { name: 'Sun' }], { total: 3, nextOffset: 2 }],
    [[{ name: 'Lamp' }], { total: 3 }],
  ];
  unity.on('listObjects', (filter, page) => pages[page.offset === 0 ? 0 : 1]);
  assert.deepEqual(call({ scene: 'Town' }), { scene: 'Assets/Town.unity', names: [{ name: 'Lamp', objects: 2 }] });
  assert.deepEqual(unity.calls('listObjects').map(([, page]) => page.offset), [0, 2]);
  assert.deepEqual(unity.log, ['info: reading Assets/Town.unity']);
});

test('returns the error of an unknown scene', () => {
  new FakeUnity().on('find', () => {
    throw { payload: { kind: { tag: 'not-found' }, message: 'no scene is called Twon', hint: 'did you mean Town?' } };
  });
  assert.throws(() => call({ scene: 'Twon' }), { kind: { tag: 'not-found' }, hint: 'did you mean Town?' });
});
