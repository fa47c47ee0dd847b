// Validates values for imports. Outside of the component an invalid value would end the call without a message, and a number that
// is too large would become another one.
//
// Belongs here: validating one value, and the error. Does not: the types, which `imports.js` has for the world.

const WHOLE = {
  u8: [0, 255],
  u16: [0, 65535],
  u32: [0, 4294967295],
  u64: [0n, 18446744073709551615n],
  s8: [-128, 127],
  s16: [-32768, 32767],
  s32: [-2147483648, 2147483647],
  s64: [-9223372036854775808n, 9223372036854775807n],
};
const PLAIN = { bool: ['boolean', 'true or false'], string: ['string', 'a text'], number: ['number', 'a number'] };

/** The values for the function `name` if `given` is valid; otherwise throws the error. */
export function fitted([name, wanted], given) {
  if (given.length > wanted.length) {
    throw new TypeError(`${name} is given ${given.length} values; it takes ${wanted.map(([one]) => `\`${one}\``).join(', ') || 'none'}`);
  }
  try {
    return wanted.map(([place, type], index) => fit(type, given[index], { name, place }));
  } catch (wrong) {
    // The stack begins at the call in the tool, not with functions of this file.
    throw new wrong.constructor(wrong.message);
  }
}

function fit(type, value, at) {
  if (type === 'any') return value;
  if (type.option) return value === null || value === undefined ? undefined : fit(type.option, value, at);
  const wrong = (expected, Kind = TypeError) => {
    const is = value === undefined || value === null ? 'missing' : shown(value);
    throw new Kind(`${at.name}: \`${at.place}\` is ${is}; expected ${expected}`);
  };
  if (WHOLE[type]) return whole(WHOLE[type], value, wrong);
  if (PLAIN[type]) return typeof value === PLAIN[type][0] ? value : wrong(PLAIN[type][1]);
  if (type === 'char') return typeof value === 'string' && [...value].length === 1 ? value : wrong('a text of one character');
  if (type === 'bytes') return value instanceof Uint8Array || Array.isArray(value) ? value : wrong('a Uint8Array');
  const inside = (place, inner, member) => fit(inner, member, { ...at, place: `${at.place}${place}` });
  if (type.enum) return type.enum.includes(value) ? value : wrong(`one of ${type.enum.join(', ')}`);
  if (type.list) return Array.isArray(value) ? value.map((one, index) => inside(`[${index}]`, type.list, one)) : wrong('an array');
  if (type.tuple) {
    if (!Array.isArray(value) || value.length !== type.tuple.length) wrong(`an array of ${type.tuple.length}`);
    return type.tuple.map((one, index) => inside(`[${index}]`, one, value[index]));
  }
  if (type.variant) {
    const tags = [...type.variant.keys()];
    if (typeof value !== 'object' || value === null) wrong(`{ tag }, with a tag of ${tags.join(', ')}`);
    if (!type.variant.has(value.tag)) inside('.tag', { enum: tags }, value.tag);
    const inner = type.variant.get(value.tag);
    return inner === undefined ? { tag: value.tag } : { tag: value.tag, val: inside('.val', inner, value.val) };
  }
  const fields = [...type.record.keys()];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) wrong(`an object with ${fields.join(', ')}`);
  const unknown = Object.keys(value).find((key) => !type.record.has(key));
  if (unknown !== undefined) throw new TypeError(`${at.name}: \`${at.place}\` has no field \`${unknown}\`; there are ${fields.join(', ')}`);
  const fitting = fields.map((field) => [field, inside(`.${field}`, type.record.get(field), value[field])]);
  // Absent optional values stay absent, so that a test sees the tool's own values.
  return Object.fromEntries(fitting.filter(([field]) => field in value));
}

/** Whole numbers of 64 bits are bigint; an exact number is also accepted. */
function whole([low, high], value, wrong) {
  const isLarge = typeof low === 'bigint';
  const expected = `a whole number from ${low} to ${high}${isLarge ? ', a bigint' : ''}`;
  const is = isLarge && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof is !== typeof low) wrong(expected);
  if (!isLarge && !Number.isInteger(is)) wrong(expected, RangeError);
  return is >= low && is <= high ? is : wrong(expected, RangeError);
}

function shown(value) {
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? String(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
