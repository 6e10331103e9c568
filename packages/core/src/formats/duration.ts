const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;

type Parts = { readonly y: number; readonly d: number; readonly h: number; readonly m: number; readonly s: number; readonly ms: number; readonly ns: number };

/** A span of milliseconds in words, one decimal of seconds: `17d 8h 40m`, `12.3s`, `12ms`. */
export function formatDuration(ms: number): string {
  const { y, d, h, m, s, ms: whole, ns } = split(Math.abs(ms));
  const small = Math.abs(ms) < 1000;
  const below = whole + ns / 1e6;
  const tail = small ? [[below >= 1 ? Math.round(below) : Math.ceil(below), 'ms'] as const] : [[tenths(s, whole), 's'] as const];
  return words(ms, [[y, 'y'], [d, 'd'], [h, 'h'], [m, 'm'], ...tail]);
}

/** The same to the nanosecond: `1µs 234ns`. */
export function formatDurationSub(ms: number): string {
  const { y, d, h, m, s, ms: whole, ns } = split(Math.abs(ms));
  return words(ms, [[y, 'y'], [d, 'd'], [h, 'h'], [m, 'm'], [s, 's'], [whole, 'ms'], [Math.trunc(ns / 1000), 'µs'], [ns % 1000, 'ns']]);
}

/** Clock notation: `17:08:40:00`, `0:12.3`; minutes are always there. */
export function formatDurationClock(ms: number): string {
  const { y, d, h, m, s, ms: whole } = split(Math.abs(ms));
  const numbers = [y, d, h, m, tenths(s, whole)];
  const shown = numbers.slice(firstShown(numbers)).map((number, index) => (index === 0 ? String(number) : padWhole(number)));
  return sign(ms) + shown.join(':');
}

/** Minutes, the fourth number, are shown even when zero. */
function firstShown(numbers: readonly number[]): number {
  const used = numbers.findIndex((number) => number !== 0);
  return used < 0 ? 3 : Math.min(3, used);
}

function words(ms: number, parts: readonly (readonly [number, string])[]): string {
  const shown = parts.filter(([value]) => value !== 0).map(([value, unit]) => `${value}${unit}`);
  return shown.length === 0 ? '0ms' : sign(ms) + shown.join(' ');
}

function split(ms: number): Parts {
  let rest = Math.trunc(ms);
  const [days = 0, h = 0, m = 0, s = 0] = UNITS.map(([, size]) => {
    const count = Math.trunc(rest / size);
    rest -= count * size;
    return count;
  });
  return { y: Math.trunc(days / 365), d: days % 365, h, m, s, ms: rest, ns: Math.round((ms - Math.trunc(ms)) * 1e6) };
}

/** Seconds with one decimal, cut and not rounded, so that 59.96 s never reads 60. */
function tenths(seconds: number, ms: number): number {
  return seconds + Math.floor(ms / 100) / 10;
}

function padWhole(number: number): string {
  return number < 10 ? `0${number}` : String(number);
}

function sign(ms: number): string {
  return ms < 0 ? '-' : '';
}
