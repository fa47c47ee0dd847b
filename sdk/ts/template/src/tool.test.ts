// Run by `unity-tool-host test`: Node's own test runner, with a FakeUnity that answers the imports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeUnity } from '../.sdk/js/fake-unity.js';
import { tools } from './tool.js';

const call = (given: object) =>
  JSON.parse(tools.callTool({ name: 'count_objects', arguments: JSON.stringify(given) }).structured);

test('counts what has the component', () => {
  const unity = new FakeUnity().on('listObjects', [[{ path: '/Sun' }], { total: 1 }]);
  assert.deepEqual(call({ component: 'Light', limit: null }), { total: 1, first: ['/Sun'] });
  const [[filter, page]] = unity.calls('listObjects');
  assert.equal(filter.componentType, 'Light');
  assert.deepEqual(page, { offset: 0, limit: 10 });
  assert.deepEqual(unity.log, ['info: looking for objects with a Light']);
});

test('says what to do where there is none', () => {
  new FakeUnity().on('listObjects', [[], { total: 0 }]);
  assert.throws(() => call({ component: 'Lihgt' }), (error: any) => error.kind.tag === 'not-found' && /Camera/.test(error.hint));
});

test('what Unity refuses stays as Unity says it', () => {
  new FakeUnity().on('listObjects', () => {
    throw { payload: { kind: { tag: 'not-ready' }, message: 'no scene is loaded', hint: 'open one' } };
  });
  assert.throws(() => call({ component: 'Light' }), { kind: { tag: 'not-ready' }, message: 'no scene is loaded', hint: 'open one' });
});
