// Types of `unity-tools.js`: the types of arguments and answers follow from a tool's schemas.

declare global {
  /** Printed text becomes a line of the host's log. */
  interface Console {
    log(...values: any[]): void;
    info(...values: any[]): void;
    debug(...values: any[]): void;
    warn(...values: any[]): void;
    error(...values: any[]): void;
  }
  var console: Console;
}

/** The kind of failure; each protocol maps it to its own number. */
export type ErrorKind =
  | 'invalid-argument'
  | 'not-found'
  | 'permission-denied'
  | 'not-ready'
  | 'unsupported'
  | 'conflict'
  | 'timeout'
  | 'cancelled'
  | 'too-large'
  | 'busy'
  | 'unity'
  | 'outcome-unknown'
  | 'internal';

/** A failure with its kind, one sentence, and a hint. */
export class ToolError extends Error {
  constructor(kind: ErrorKind, message: string, hint?: string);
  readonly kind: ErrorKind;
  readonly hint: string | undefined;
}

/** Random bytes and UUIDs of the host. */
export const crypto: {
  /** Fills an array of whole numbers, of at most 65536 bytes. */
  getRandomValues<T extends ArrayBufferView>(array: T): T;
  randomUUID(): string;
};

/** Milliseconds since its first use in a call. */
export const performance: { now(): number; readonly timeOrigin: number };

/** The context of a call: progress and log lines. */
export interface Cx {
  progress(done: number, total?: number | null, message?: string | null): void;
  debug(text: string): void;
  info(text: string): void;
  warning(text: string): void;
}

/** A JSON Schema; other keywords are passed on unchanged. */
export interface Schema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly [word: string]: unknown;
}

type Named<P, R> = { [K in keyof P as K extends R ? K : never]: Of<P[K]> } & {
  [K in keyof P as K extends R ? never : K]?: Of<P[K]> | undefined;
};
type RequiredOf<S> = S extends { readonly required: readonly (infer R)[] } ? R : never;

/** The values that fit a schema. */
export type Of<S> = S extends { readonly enum: readonly (infer E)[] }
  ? E
  : S extends { readonly type: 'string' }
    ? string
    : S extends { readonly type: 'integer' | 'number' }
      ? number
      : S extends { readonly type: 'boolean' }
        ? boolean
        : S extends { readonly type: 'null' }
          ? null
          : S extends { readonly type: 'array'; readonly items: infer I }
            ? Of<I>[]
            : S extends { readonly type: 'object'; readonly properties: infer P }
              ? Named<P, RequiredOf<S>>
              : S extends { readonly type: 'object' }
                ? { [name: string]: unknown }
                : unknown;

type WithDefault<I> = { [K in keyof I]: I[K] extends { readonly default: {} } ? K : never }[keyof I];

/** Arguments as `run` gets them: required arguments and those with a default are present, and nothing is null. */
export type Given<I, R> = Named<I, R | WithDefault<I>>;

/** MCP's annotations of a block. */
export interface Annotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** From 0 to 1. */
  readonly priority?: number;
  readonly lastModified?: string;
}

/** A text, a text with further members, or a block as `wit/deps` defines it. */
export type Block =
  | string
  | { readonly text: string; readonly annotations?: Annotations; readonly meta?: { readonly [key: string]: unknown } }
  | { readonly tag: string; readonly val: unknown };

/** The result of `run` if it is more than a value. */
export class Reply<T> {
  constructor(
    value: T,
    more?: {
      /** For the caller, e.g. why the answer is partial. */
      notes?: readonly string[];
      content?: readonly Block[];
      /** Members of the result's `_meta`, under the bundle's id. */
      meta?: { readonly [key: string]: unknown };
    },
  );
  readonly value: T;
}

/** A tool. */
export interface Tool<I, R, O> {
  description: string;
  title?: string;
  category?: string;
  tier?: string;
  notes?: string;
  examples?: readonly unknown[];
  effect?: 'read' | 'write' | 'write-unconfirmed' | 'destructive' | 'code' | 'config';
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
  /** The JSON Schema of each argument by name. */
  input?: I;
  /** The required arguments. */
  required?: R;
  /** The JSON Schema of the answer. */
  output?: O;
  needs?: readonly string[];
  /** The boolean argument that makes a call only report its changes. */
  dryRun?: string;
  /** Addresses of icons, `https:` or `data:image/`, or MCP's objects. */
  icons?: readonly (string | { readonly src: string; readonly [member: string]: unknown })[];
  /** Members of the listed tool's `_meta`, by keys with an owner such as `acme.example/cost`. */
  meta?: { readonly [key: string]: unknown };
  run(
    given: Given<I, R extends readonly (infer N)[] ? N : never>,
    cx: Cx,
  ): O extends Schema ? Of<O> | Reply<Of<O>> : unknown;
}

/** A tool whose schemas define the types of `run`. */
export function tool<
  const I extends { readonly [name: string]: Schema } = {},
  const R extends readonly (keyof I)[] = [],
  const O extends Schema | undefined = undefined,
>(about: Tool<I, R, O>): Tool<I, R, O>;

/** `value` without its nulls. */
export function withoutNulls<T>(value: T): T;

/** The functions of an import, which accept `null` for `undefined` and throw `ToolError`. */
export function unity<F extends object>(functions: F): F;

/** The exports of a component: `export const { listing, tools } = bundle({ … })`. */
export function bundle(all: { [name: string]: Tool<any, any, any> }): {
  listing: { listTools(): unknown[]; listResources(): unknown[]; listPrompts(): unknown[] };
  tools: { callTool(call: { name: string; arguments: string }): { structured: string } };
};
