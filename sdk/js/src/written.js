// What a tool returns as JSON. JSON.stringify writes null for NaN, {} for a Map, and leaves out members that are undefined: the caller
// would read a value that the tool never gave.
//
// Belongs here: which values JSON has, and where another one is. Does not: whether the value fits the tool's schema (the host).

/** `value` as JSON. Where JSON has no such value, `fail` is called with the value, its member and what to return instead. */
export function written(value, fail) {
  if (value === undefined) return undefined;
  look(value, '', [], fail);
  return JSON.stringify(value);
}

function look(given, at, around, fail) {
  const wrong = (what, instead) => fail(`${what}${at === '' ? '' : ` in \`${at}\``}, which JSON does not have`, instead);
  const value = typeof given?.toJSON === 'function' ? json(given, wrong) : given;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return;
    case 'number':
      if (!Number.isFinite(value)) wrong(String(value), 'return a finite number, null or a text');
      return;
    case 'bigint':
      return wrong(`${value}n, a bigint`, 'return Number(…) or String(…) of it');
    case 'undefined':
      return wrong('undefined', 'leave the member out or return null');
    case 'object':
      break;
    default:
      return wrong(`a ${typeof value}`, 'return its result or a text');
  }
  if (value === null) return;
  if (around.includes(value)) wrong('a value that holds itself', 'return each value once');
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  const inside = [...around, value];
  if (Array.isArray(value)) {
    // With holes, over which forEach would step.
    for (let index = 0; index < value.length; index += 1) look(value[index], `${at}[${index}]`, inside, fail);
    return;
  }
  if (['Number', 'String', 'Boolean'].includes(kind)) return look(value.valueOf(), at, inside, fail);
  const isBytes = kind.endsWith('Array') || kind.endsWith('ArrayBuffer') || kind === 'DataView';
  if (INSTEAD[kind]) wrong(`a ${kind}`, INSTEAD[kind]);
  if (isBytes) wrong(`a ${kind}`, 'return Array.from(…) of it');
  // Of an iterator and its like nothing is written.
  if (kind !== 'Object' && Object.keys(value).length === 0) wrong(`a ${kind}`, 'return a plain object or an array');
  for (const [name, member] of Object.entries(value)) look(member, at === '' ? name : `${at}.${name}`, inside, fail);
}

/** Objects of which JSON.stringify writes nothing, with what to return instead. */
const INSTEAD = {
  Map: 'return Object.fromEntries(…) of it',
  WeakMap: 'return a plain object',
  Set: 'return Array.from(…) of it',
  WeakSet: 'return an array',
  Promise: 'return the value itself: a component cannot await',
  RegExp: 'return its `source`',
  Error: 'throw it, or return its `message`',
};

/** As JSON.stringify asks a value for its own form, which an invalid Date has none of. */
function json(value, wrong) {
  if (value instanceof Date && Number.isNaN(value.getTime())) wrong('an invalid Date', 'return a valid one, null or a text');
  return value.toJSON();
}
