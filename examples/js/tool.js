// The bundle `shared-names`: names that several objects of a scene share.
import { bundle, tool, unity } from './.sdk/js/unity-tools.js';
import * as rawObjects from 'unity-tools:unity/objects@0.3.0';
import * as rawScenes from 'unity-tools:unity/scenes@0.3.0';

const objects = unity(rawObjects);
const scenes = unity(rawScenes);

/** All objects of a scene, page after page. */
function* objectsOf(scene, cx) {
  const filter = { scene: scene.id, activeOnly: false, rootsOnly: false, order: { tag: 'hierarchy' } };
  for (let offset = 0; offset != null; ) {
    const [found, page] = objects.listObjects(filter, { offset, limit: 500, cursor: null });
    yield* found;
    offset = page.nextOffset;
    cx.progress(offset ?? page.total, page.total, 'objects are read');
  }
}

export const listSharedNames = tool({
  description:
    'List the names that several objects of one scene share. `GameObject.Find` returns only one of these objects, so code that searches by such a name is fragile.',
  category: 'scene',
  examples: [{ scene: 'Main' }],
  input: {
    scene: { type: 'string', minLength: 1, maxLength: 300, description: 'Name or asset path of the scene.' },
  },
  required: ['scene'],
  output: {
    type: 'object',
    properties: {
      scene: { type: 'string', description: 'The asset path of the scene.' },
      names: {
        type: 'array',
        description: 'The most frequent name is first.',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, objects: { type: 'integer', description: 'The number of objects with this name.' } },
          required: ['name', 'objects'],
        },
      },
    },
    required: ['scene', 'names'],
  },
  run({ scene }, cx) {
    const found = scenes.find(scene);
    cx.info(`reading ${found.path}`);
    const counts = new Map();
    for (const { name } of objectsOf(found, cx)) counts.set(name, (counts.get(name) ?? 0) + 1);
    const shared = [...counts].filter(([, count]) => count > 1).sort(([, one], [, other]) => other - one);
    return { scene: found.path, names: shared.map(([name, count]) => ({ name, objects: count })) };
  },
});

export const { listing, tools } = bundle({ list_shared_names: listSharedNames });
