// The contract, as JavaScript sees it. Records are objects in camelCase, variants are {tag, val}, u64 are BigInt; what is
// thrown becomes the error of the result.
import { write } from 'unity-tools:host/log@0.2.0';
import { listScenes } from 'unity-tools:unity/scenes@0.2.0';

const ECHO = 'javascript_echo';
const SCENES = 'javascript_scenes';

function describe(name, description, inputSchema, outputSchema) {
  return {
    name,
    title: undefined,
    description,
    category: 'test',
    tier: 'core',
    notes: undefined,
    examples: [],
    effect: { tag: 'read' },
    annotations: { readOnly: undefined, destructive: undefined, idempotent: true, openWorld: undefined },
    inputSchema: JSON.stringify(inputSchema),
    outputSchema: JSON.stringify(outputSchema),
    needs: [],
    dryRun: undefined,
    extra: [],
  };
}

function fail(kind, message, hint) {
  throw { kind: { tag: kind }, message, hint, detail: undefined, data: undefined, retryAfterMs: undefined };
}

function answer(structured, content = []) {
  return { content, structured: JSON.stringify(structured), diagnostics: [], isError: false, extra: [] };
}

function scenes({ limit = 100 }) {
  write('info', undefined, 'listing scenes');
  const filter = { loadedOnly: false, name: undefined };
  const page = { offset: 0, limit, cursor: undefined };
  let found;
  try {
    found = listScenes(filter, page);
  } catch (problem) {
    // Unity's error has the form of the tool's own.
    throw problem.payload ?? problem;
  }
  const [list, info] = found;
  return answer({ total: info.total, names: list.map((scene) => scene.name) });
}

export const listing = {
  listTools() {
    const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false };
    return [
      describe(ECHO, 'Gives back the text.', text, text),
      describe(
        SCENES,
        'Lists the names of the scenes.',
        {
          type: 'object',
          properties: { limit: { type: 'integer', minimum: 1, maximum: 500 } },
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: { total: { type: 'integer' }, names: { type: 'array', items: { type: 'string' } } },
          required: ['total', 'names'],
        },
      ),
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
    const given = JSON.parse(call.arguments);
    switch (call.name) {
      case ECHO:
        return answer({ text: given.text }, [{ tag: 'text', val: given.text }]);
      case SCENES:
        return scenes(given);
      default:
        return fail('not-found', `this bundle has no tool ${call.name}`, `call ${ECHO} or ${SCENES}`);
    }
  },
};
