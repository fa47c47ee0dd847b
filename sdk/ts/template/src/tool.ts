// The bundle `my-tools`. Records of the contract are objects in camelCase, variants are { tag, val }, u64 are bigint.
import { bundle, tool, ToolError, unity } from '../.sdk/js/unity-tools.js';
// This import is a right: `wit/world.wit` names it, and the operator can revoke it.
import * as raw from 'unity-tools:unity/objects@0.3.0';

const objects = unity(raw);

/** Objects of the loaded scenes, those of one component type. */
const filter = (componentType: string): raw.ObjectFilter => ({
  componentType,
  activeOnly: false,
  rootsOnly: false,
  order: { tag: 'hierarchy' },
});

// These schemas define the types of the arguments and the result of `run`.
export const countObjects = tool({
  description: 'Counts the objects of the loaded scenes that have a component of one type, and names the first of them.',
  category: 'scene',
  examples: [{ component: 'Camera' }],
  input: {
    component: { type: 'string', minLength: 1, maxLength: 200, description: 'Component type, full or short name, such as `Camera`.' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 10, description: 'How many to name.' },
  },
  required: ['component'],
  output: {
    type: 'object',
    properties: {
      total: { type: 'integer', description: 'All objects in the loaded scenes that have the component.' },
      first: { type: 'array', items: { type: 'string' }, description: 'The paths of the first of them.' },
    },
    required: ['total', 'first'],
  },
  run({ component, limit }, cx) {
    cx.info(`looking for objects with a ${component}`);
    const [found, page] = objects.listObjects(filter(component), { offset: 0, limit });
    cx.progress(1, 1, 'all loaded scenes are read');
    if (found.length === 0) {
      throw new ToolError('not-found', `no object has a ${component}`, "give a component's type, such as Camera or Light");
    }
    return { total: page.total, first: found.map((object) => object.path) };
  },
});

export const { listing, tools } = bundle({ count_objects: countObjects });
