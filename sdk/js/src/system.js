// Random numbers and time of the running instance. A component is a snapshot of the language's runtime from the build. Without this
// file each instance would get the random numbers of the build, and the time since the build.
//
// Belongs here: Math.random, crypto and performance for QuickJS. Does not: Date, which calls the host itself.
import { getRandomBytes } from 'wasi:random/random@0.2.0';

const AT_ONCE = 256;
const MOST = 65536;

let bytes = new Uint8Array(0);
let used = 0;
let origin;

/** Begins a call: drops random numbers and times of the build. */
export function begin() {
  bytes = new Uint8Array(0);
  used = 0;
  origin = undefined;
}

/** `count` random bytes, at most `AT_ONCE`. */
function draw(count) {
  if (used + count > bytes.length) {
    bytes = Uint8Array.from(getRandomBytes(AT_ONCE));
    used = 0;
  }
  used += count;
  return bytes.subarray(used - count, used);
}

function random() {
  const [a, b, c, d, e, f, g] = draw(7);
  // 53 bits, the precision of a number.
  const high = (a << 18) | (b << 10) | (c << 2) | (d >> 6);
  const low = ((d & 63) << 21) | (e << 13) | (f << 5) | (g >> 3);
  return (high * 2 ** 27 + low) / 2 ** 53;
}

function getRandomValues(array) {
  if (!ArrayBuffer.isView(array) || array instanceof DataView) throw new TypeError('getRandomValues takes an array of whole numbers, such as a Uint8Array');
  if (array.byteLength > MOST) throw new RangeError(`getRandomValues fills at most ${MOST} bytes at once, not ${array.byteLength}`);
  const view = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (let at = 0; at < view.length; at += AT_ONCE) view.set(draw(Math.min(AT_ONCE, view.length - at)), at);
  return array;
}

/** A UUID of version 4. */
function randomUUID() {
  const all = draw(16).slice();
  all[6] = (all[6] & 0x0f) | 0x40;
  all[8] = (all[8] & 0x3f) | 0x80;
  const hex = Array.from(all, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

// Node, which runs a bundle's tests, has its own.
if (globalThis.crypto === undefined) {
  Math.random = random;
  globalThis.crypto = { getRandomValues, randomUUID };
  const clock = performance.now.bind(performance);
  const now = () => {
    origin ??= clock();
    return clock() - origin;
  };
  globalThis.performance = {
    now,
    get timeOrigin() {
      return Date.now() - now();
    },
  };
}
