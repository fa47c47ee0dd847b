// What a tool says beside its answer, as a component is asked; run in the place of a template's test.
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
