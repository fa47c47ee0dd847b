// The bundle `deep-objects`: objects far down in the hierarchy of a scene.
import { bundle, tool, unity } from '../.sdk/js/unity-tools.js';
import * as rawObjects from 'unity-tools:unity/objects@0.3.0';
import * as rawScenes from 'unity-tools:unity/scenes@0.3.0';

const objects = unity(rawObjects);
const scenes = unity(rawScenes);

// These schemas define the types of the arguments and the result of `run`.
export const listDeepObjects = tool({
  description:
    'List the objects of one scene that have many levels above them. Each change of a parent updates the transforms of all objects below it, so deep hierarchies cost time.',
  category: 'scene',
  examples: [{ scene: 'Main', levels: 4 }],
  input: {
    scene: { type: 'string', minLength: 1, maxLength: 300, description: 'Name or asset path of the scene.' },
    levels: { type: 'integer', minimum: 1, maximum: 100, default: 5, description: 'Objects with at least this many levels above them are listed; a root has 0.' },
  },
  required: ['scene'],
  output: {
    type: 'object',
    properties: {
      scene: { type: 'string', description: 'The asset path of the scene.' },
      deepest: { type: 'integer', description: 'The levels above the deepest object of the scene.' },
      objects: { type: 'array', items: { type: 'string' }, description: 'The paths of the objects, in hierarchy order.' },
    },
    required: ['scene', 'deepest', 'objects'],
  },
  run({ scene, levels }, cx) {
    const found = scenes.find(scene);
    cx.info(`reading ${found.path}`);
    const filter: rawObjects.ObjectFilter = { scene: found.id, activeOnly: false, rootsOnly: false, order: { tag: 'hierarchy' } };
    const above = new Map<string, number>();
    const deep: string[] = [];
    let deepest = 0;
    for (let next: number | null | undefined = 0; next != null; ) {
      const [cards, page]: [rawObjects.ObjectCard[], rawObjects.PageInfo] = objects.listObjects(filter, { offset: next, limit: 500 });
      for (const card of cards) {
        // In hierarchy order, a parent precedes its children.
        const level = card.parent == null ? 0 : (above.get(card.parent) ?? 0) + 1;
        above.set(card.id, level);
        deepest = Math.max(deepest, level);
        if (level >= levels) deep.push(card.path);
      }
      next = page.nextOffset;
      cx.progress(next ?? page.total, page.total, 'objects are read');
    }
    return { scene: found.path, deepest, objects: deep };
  },
});

export const { listing, tools } = bundle({ list_deep_objects: listDeepObjects });
