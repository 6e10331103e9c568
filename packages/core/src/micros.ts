/** From here on a double holds no single microseconds any more: the year 2248. */
const EXACT_BELOW_MS = 2 ** 43;

/**
 * An instant to the microsecond, as cells hold it: epoch milliseconds with what is less than one as their fraction.
 * Instants too far away for that keep whole milliseconds, so that none is rounded into the next second.
 *
 * @param wholeMs  epoch milliseconds, rounded down
 * @param digits  the fraction of its second as databases write it; digits beyond the sixth are cut off
 */
export function withMicros(wholeMs: number, digits: string): number {
  const micros = Number(digits.slice(3, 6).padEnd(3, '0'));
  return micros === 0 || Math.abs(wholeMs) >= EXACT_BELOW_MS ? wholeMs : wholeMs + micros / 1000;
}

/** Whole epoch milliseconds of an instant, rounded down, and the microseconds beyond them. */
export function splitMicros(epochMs: number): { readonly wholeMs: number; readonly micros: number } {
  const wholeMs = Math.floor(epochMs);
  const micros = Math.round((epochMs - wholeMs) * 1000);
  return micros === 1000 ? { wholeMs: wholeMs + 1, micros: 0 } : { wholeMs, micros };
}

/** `YYYY-MM-DDTHH:MM:SS` in UTC with a fraction of three or six digits where it has one. @throws RangeError no date */
export function instantIso(epochMs: number): string {
  const { wholeMs, micros } = splitMicros(epochMs);
  const iso = new Date(wholeMs).toISOString().slice(0, -1);
  if (micros > 0) return `${iso}${String(micros).padStart(3, '0')}`;
  return wholeMs % 1000 === 0 ? iso.slice(0, -4) : iso;
}
