// The bundle's tools. Records of the contract are objects in camelCase, variants are {tag, val}, u64 are BigInt; an
// object that is thrown becomes the call's error.
import { write } from 'unity-tools:host/log@0.2.0';
import { listScenes } from 'unity-tools:unity/scenes@0.2.0';

const sceneNames = {
  description: 'Tells the names of the scenes of the project, loaded or not.',
  category: 'scene',
  effect: 'read',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Part of the name or path; case is ignored.' },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      total: { type: 'integer' },
      names: { type: 'array', items: { type: 'string' } },
    },
    required: ['total', 'names'],
  },
  run({ name }) {
    write('debug', undefined, 'listing scenes');
    const [scenes, page] = listScenes(
      { loadedOnly: false, name },
      { offset: 0, limit: 500, cursor: undefined },
    );
    return { total: page.total, names: scenes.map((scene) => scene.name) };
  },
};

/** The bundle's tools by name, in the order to list. */
const TOOLS = { scene_names: sceneNames };

// ---- What follows is the same for every bundle.

function error(kind, message, hint) {
  return { kind, message, hint, detail: undefined, data: undefined, retryAfterMs: undefined };
}

function describe([name, tool]) {
  return {
    name,
    title: tool.title,
    description: tool.description,
    category: tool.category ?? 'general',
    tier: tool.tier ?? 'core',
    notes: tool.notes,
    examples: tool.examples ?? [],
    effect: { tag: tool.effect },
    annotations: { readOnly: undefined, destructive: undefined, idempotent: undefined, openWorld: undefined },
    inputSchema: JSON.stringify(tool.inputSchema),
    outputSchema: tool.outputSchema && JSON.stringify(tool.outputSchema),
    needs: tool.needs ?? [],
    dryRun: tool.dryRun,
    extra: [],
  };
}

export const listing = {
  listTools() {
    return Object.entries(TOOLS).map(describe);
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
    const tool = Object.hasOwn(TOOLS, call.name) ? TOOLS[call.name] : undefined;
    if (!tool) {
      throw error({ tag: 'not-found' }, `this bundle has no tool ${call.name}`, `call ${Object.keys(TOOLS).join(', ')}`);
    }
    let structured;
    try {
      structured = JSON.stringify(tool.run(JSON.parse(call.arguments)));
    } catch (problem) {
      // Errors of Unity and of the host have the form of the call's own.
      const { payload } = problem;
      throw payload?.kind ? payload : error({ tag: 'internal' }, String(problem), undefined);
    }
    return { content: [], structured, diagnostics: [], isError: false, extra: [] };
  },
};
