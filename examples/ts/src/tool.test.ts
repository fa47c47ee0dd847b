// Run by `unity-tool-host test`: the test runner of Node, with a FakeUnity that answers the imports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeUnity } from '../.sdk/js/fake-unity.js';
import { tools } from './tool.js';

const call = (given: object) =>
  JSON.parse(tools.callTool({ name: 'list_deep_objects', arguments: JSON.stringify(given) }).structured);

test('lists objects with enough levels above them', () => {
  const unity = new FakeUnity().on('find', { id: 'scn:1', path: 'Assets/Town.unity' });
  const cards = [
    { id: 'obj:1', path: '/House' },
    { id: 'obj:2', path: '/House/Roof', parent: 'obj:1' },
    { id: 'obj:3', path: '/House/Roof/Left/Right', parent: 'obj:2' },
  ];
  unity.on('listObjects', [cards, { total: 3 }]);
  const answer = { scene: 'Assets/Town.unity', deepest: 2, objects: ['/House/Roof/Left/Right'] };
  assert.deepEqual(call({ scene: 'Town', levels: 2 }), answer);
  assert.deepEqual(unity.log, ['info: reading Assets/Town.unity']);
});

test('returns the error of an unknown scene', () => {
  new FakeUnity().on('find', () => {
    throw { payload: { kind: { tag: 'not-found' }, message: 'no scene is called Twon', hint: 'did you mean Town?' } };
  });
  assert.throws(() => call({ scene: 'Twon' }), { kind: { tag: 'not-found' }, hint: 'did you mean Town?' });
});
