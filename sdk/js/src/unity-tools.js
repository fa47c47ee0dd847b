// Write tools for the Unity tool host in JavaScript: `bundle({ name: tool({…}) })` returns the exports of a component.
//
// Belongs here: listing, dispatch, errors, and that `null` and `undefined` both mean absent. Does not: any tool's logic.
import { write } from 'unity-tools:host/log@0.3.0';
import * as progress from 'unity-tools:host/progress@0.3.0';
import { fitted } from './fits.js';
import { TAKEN } from './imports.js';
import { begin } from './system.js';
import { written } from './written.js';

/** A failure with its kind (`invalid-argument`, `not-found`, `not-ready`, …), one sentence, and a hint. */
export class ToolError extends Error {
  constructor(kind, message, hint) {
    super(message);
    this.kind = kind;
    this.hint = hint;
  }
}

/** The standard globals for TypeScript, which has no types for them without a browser or Node. */
export const { crypto, performance } = globalThis;

/** The context of a call: progress and log lines. */
const cx = {
  progress: (done, total, message) => unity(progress).report(done, total, message),
  debug: (text) => write('debug', undefined, String(text)),
  info: (text) => write('info', undefined, String(text)),
  warning: (text) => write('warning', undefined, String(text)),
};

/** `value` without its nulls: absent values are `undefined` for an import, and omitted from arguments. */
export function withoutNulls(value) {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutNulls(inner)]));
}

/**
 * The functions of an import, which accept `null` for `undefined`, report invalid values, and throw `ToolError`:
 * `import * as raw from 'unity-tools:unity/objects@0.3.0'; const objects = unity(raw);`
 */
export function unity(functions) {
  const wrapped = Object.entries(functions).map(([name, call]) => [
    name,
    (...given) => {
      const taken = TAKEN.has(call) ? fitted(TAKEN.get(call), given) : given.map(withoutNulls);
      try {
        return call(...taken);
      } catch (problem) {
        throw of(problem);
      }
    },
  ]);
  return Object.fromEntries(wrapped);
}

/** An error of the host or Unity is in `payload`, or is the thrown value itself. */
function of(problem) {
  const told = problem?.payload ?? problem;
  if (told instanceof ToolError || typeof told?.kind?.tag !== 'string') return problem;
  const error = new ToolError(told.kind.tag, told.message, told.hint);
  error.told = told;
  return error;
}

/** Further members of MCP objects in the form of the contract: pairs of a key and JSON. */
const extra = ({ icons, annotations, meta = {} }) =>
  Object.entries({ icons, annotations, ...meta })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, JSON.stringify(value)]);

/** A text, a text with `annotations` or `meta`, or a block of the contract (`{ tag, val }`). */
function block(given) {
  if (typeof given === 'string') return { tag: 'text', val: given };
  if (typeof given?.tag === 'string') return given;
  if (typeof given?.text === 'string') return { tag: 'annotated-text', val: { text: given.text, extra: extra(given) } };
  throw new Error('a block is a text, `{ text, annotations, meta }` or `{ tag, val }` as `wit/deps` has it');
}

/**
 * The result of `run` if it is more than a value: `notes` for the caller, `content` blocks, and `meta`, which becomes part of the
 * result's `_meta` under the bundle's id.
 */
export class Reply {
  constructor(value, { notes = [], content = [], meta = {} } = {}) {
    Object.assign(this, { value, notes, content, meta });
  }
}

/** Globals of Node and browsers that components lack. */
const OF_ELSEWHERE = /^ReferenceError: (setTimeout|setInterval|setImmediate|fetch|XMLHttpRequest|WebSocket|process|require|Buffer|URL|TextEncoder|TextDecoder|structuredClone|window|document) is not defined/;

/** The hint for an error that is not a ToolError. */
const remedy = (message, error) => {
  if (message.includes('out of memory')) return 'ask for less; the operator can raise `[limits] memory`';
  const [, name] = OF_ELSEWHERE.exec(String(error)) ?? [];
  const hint = "the tool is at fault; the host's log says where";
  return name ? `${hint}; a component has no \`${name}\`: it has no timers, files, network or environment, but what wit/world.wit imports` : hint;
};

/** Printed text becomes a line of the host's log, because the runtime has no console. */
const shown = (value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)));
const printer = (level) => (...values) => write(level, undefined, values.map(shown).join(' '));
globalThis.console ??= { log: printer('info'), info: printer('info'), debug: printer('debug'), warn: printer('warning'), error: printer('error') };

/** The error that leaves the component. The stack goes to the host's log, for the author. */
function thrown(problem, name) {
  const error = of(problem);
  if (error?.told) return error.told;
  const isOurs = error instanceof ToolError;
  const message = isOurs ? error.message : `${name} threw ${error}`;
  const hint = isOurs ? error.hint : remedy(message, error);
  if (!isOurs) write('error', undefined, `${message}\n${error?.stack ?? ''}`.trimEnd());
  return {
    kind: { tag: isOurs ? error.kind : 'internal' },
    message,
    hint: hint ?? undefined,
    detail: undefined,
    data: undefined,
    retryAfterMs: undefined,
  };
}

const KNOWN = ['description', 'title', 'category', 'tier', 'notes', 'examples', 'effect', 'readOnly', 'destructive', 'idempotent', 'openWorld', 'input', 'required', 'output', 'needs', 'dryRun', 'icons', 'meta', 'run'];

/**
 * A tool. `description` and `run(arguments, cx)` are required. `input` contains the JSON Schema of each argument by name, `required`
 * the names of required arguments, `output` the JSON Schema of the answer. The default `effect` is `read`. `icons` are addresses
 * (`https:` or `data:image/`), `meta` contains members of MCP's `_meta` by keys with an owner, such as `acme.example/cost`.
 */
export function tool(about) {
  const unknown = Object.keys(about).find((key) => !KNOWN.includes(key));
  if (unknown) throw new Error(`a tool has no \`${unknown}\`; there are ${KNOWN.join(', ')}`);
  if (typeof about.run !== 'function') throw new Error('a tool needs `run(arguments, cx)`, a function');
  if (!about.description) throw new Error('a tool needs a `description`, by which a model chooses it');
  return about;
}

function described([name, tool]) {
  return {
    name,
    title: tool.title,
    description: tool.description,
    category: tool.category ?? 'general',
    tier: tool.tier ?? 'core',
    notes: tool.notes,
    examples: (tool.examples ?? []).map((example) => (typeof example === 'string' ? example : JSON.stringify(example))),
    effect: { tag: tool.effect ?? 'read' },
    annotations: {
      readOnly: tool.readOnly,
      destructive: tool.destructive,
      idempotent: tool.idempotent,
      openWorld: tool.openWorld,
    },
    inputSchema: JSON.stringify({
      type: 'object',
      properties: tool.input ?? {},
      required: tool.required,
      additionalProperties: false,
    }),
    outputSchema: tool.output && JSON.stringify(tool.output),
    needs: tool.needs ?? [],
    dryRun: tool.dryRun,
    extra: extra({ icons: tool.icons?.map((icon) => (typeof icon === 'string' ? { src: icon } : icon)), meta: tool.meta }),
  };
}

/** Arguments for `run`: absent ones get the default of their schema. */
function filled(tool, given) {
  const defaults = Object.entries(tool.input ?? {}).filter(([, schema]) => schema.default !== undefined);
  const start = Object.fromEntries(defaults.map(([name, schema]) => [name, schema.default]));
  const rest = Object.entries(given).filter(([, value]) => value !== null);
  return { ...start, ...Object.fromEntries(rest) };
}

/** The exports of a component: `export const { listing, tools } = bundle({ … })`. */
export function bundle(all) {
  return {
    listing: {
      listTools: () => Object.entries(all).map(described),
      listResources: () => [],
      listPrompts: () => [],
    },
    tools: {
      callTool(call) {
        if (!Object.hasOwn(all, call.name)) {
          const hint = `call ${Object.keys(all).join(', ')}`;
          throw thrown(new ToolError('not-found', `this bundle has no tool ${call.name}`, hint), call.name);
        }
        begin();
        try {
          const answer = all[call.name].run(filled(all[call.name], JSON.parse(call.arguments)), cx);
          if (typeof answer?.then === 'function') {
            throw new ToolError('internal', `\`run\` of ${call.name} gave a promise; a component cannot await`, 'make `run` a plain function: imports answer at once');
          }
          const reply = answer instanceof Reply ? answer : new Reply(answer);
          return {
            content: reply.content.map(block),
            structured: written(reply.value, (what, instead) => {
              throw new ToolError('internal', `${call.name} returned ${what}`, `the author of the tool has to ${instead}`);
            }),
            diagnostics: reply.notes,
            isError: false,
            extra: extra(reply),
          };
        } catch (problem) {
          throw thrown(problem, call.name);
        }
      },
    },
  };
}
