// One tool that changes something; what counts is what the component imports.
import { setActive } from 'unity-tools:unity/objects-edit@0.3.0';

const schema = (properties) =>
  JSON.stringify({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });

export const listing = {
  listTools() {
    return [
      {
        name: 'javascript_hide',
        title: undefined,
        description: 'Makes an object inactive.',
        category: 'test',
        tier: 'core',
        notes: undefined,
        examples: [],
        effect: { tag: 'write' },
        annotations: { readOnly: undefined, destructive: undefined, idempotent: true, openWorld: undefined },
        inputSchema: schema({ object: { type: 'string' } }),
        outputSchema: schema({ hidden: { type: 'string' } }),
        needs: [],
        dryRun: undefined,
        extra: [],
      },
    ];
  },

  listResources() {
    return [];
  },

  listPrompts() {
    return [];
  },
};

export const tools = {
  callTool(call) {
    const { object } = JSON.parse(call.arguments);
    setActive(object, false);
    return { content: [], structured: JSON.stringify({ hidden: object }), diagnostics: [], isError: false, extra: [] };
  },
};
