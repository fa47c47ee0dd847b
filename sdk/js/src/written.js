// Converts the result of a tool to JSON. JSON.stringify writes null for NaN and {} for a Map, and omits undefined members: the caller
// would read a value that the tool never returned.
//
// Belongs here: finding values that JSON cannot express. Does not: checking the tool's schema (the host does).

/** `value` as JSON. For a value that JSON cannot express, calls `fail` with the value, its member and a replacement. */
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
    // Includes holes, which forEach would skip.
    for (let index = 0; index < value.length; index += 1) look(value[index], `${at}[${index}]`, inside, fail);
    return;
  }
  if (['Number', 'String', 'Boolean'].includes(kind)) return look(value.valueOf(), at, inside, fail);
  const isBytes = kind.endsWith('Array') || kind.endsWith('ArrayBuffer') || kind === 'DataView';
  if (INSTEAD[kind]) wrong(`a ${kind}`, INSTEAD[kind]);
  if (isBytes) wrong(`a ${kind}`, 'return Array.from(…) of it');
  // JSON.stringify writes nothing of an iterator or a similar object.
  if (kind !== 'Object' && Object.keys(value).length === 0) wrong(`a ${kind}`, 'return a plain object or an array');
  for (const [name, member] of Object.entries(value)) look(member, at === '' ? name : `${at}.${name}`, inside, fail);
}

/** Objects of which JSON.stringify writes nothing, with a replacement for each. */
const INSTEAD = {
  Map: 'return Object.fromEntries(…) of it',
  WeakMap: 'return a plain object',
  Set: 'return Array.from(…) of it',
  WeakSet: 'return an array',
  Promise: 'return the value itself: a component cannot await',
  RegExp: 'return its `source`',
  Error: 'throw it, or return its `message`',
};

/** Calls `toJSON` like JSON.stringify; an invalid Date has no such form. */
function json(value, wrong) {
  if (value instanceof Date && Number.isNaN(value.getTime())) wrong('an invalid Date', 'return a valid one, null or a text');
  return value.toJSON();
}
