const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;

/**
 * A copy of a WebAssembly module whose memory cannot grow beyond a bound.
 * The template engine allocates what a template asks for (`'x' * 1000000000`); beyond the bound it traps instead.
 *
 * @param pages at most so many pages of 64 KiB
 * @throws RangeError when the module has no memory of its own
 */
export function boundMemory(module: Uint8Array, pages: number): Uint8Array {
  let at = HEADER_BYTES;
  while (at < module.length) {
    const size = readNumber(module, at + 1);
    const end = size.next + size.value;
    if (module[at] === MEMORY_SECTION) {
      // count (1), flags (bit 0: a maximum follows), minimum, maximum
      const minimum = readNumber(module, size.next + 2);
      const body = [1, 1, ...writeNumber(minimum.value), ...writeNumber(pages)];
      return concat([
        module.subarray(0, at),
        Uint8Array.from([MEMORY_SECTION, ...writeNumber(body.length), ...body]),
        module.subarray(end),
      ]);
    }
    at = end;
  }
  throw new RangeError('the module has no memory section');
}

/** Unsigned LEB128. */
function readNumber(bytes: Uint8Array, at: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let index = 0; index < 5; index++) {
    const byte = bytes[at + index] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: at + index + 1 };
  }
  throw new RangeError('a number of the module is longer than five bytes');
}

function writeNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeNumber(Math.floor(value / 0x80))];
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
