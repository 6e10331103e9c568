type Parts = Readonly<Record<'y' | 'd' | 'h' | 'm' | 's' | 'ms' | 'us' | 'ns', number>>;

/** Rounding up never makes a second: that would be another unit. */
const MAX_MS = 999;

/** A span of milliseconds in words, one decimal of seconds: `17d 8h 40m`, `12.3s`, `12ms`. */
export function formatDuration(ms: number): string {
  const { y, d, h, m, s, ms: whole, us, ns } = split(Math.abs(ms));
  const small = Math.abs(ms) < 1000;
  const below = whole + us / 1000 + ns / 1e6;
  const tail = small
    ? [[Math.min(MAX_MS, below >= 1 ? Math.round(below) : Math.ceil(below)), 'ms'] as const]
    : [[tenths(s, whole), 's'] as const];
  return words(ms, [[y, 'y'], [d, 'd'], [h, 'h'], [m, 'm'], ...tail]);
}

/** The same to the nanosecond: `1µs 234ns`. */
export function formatDurationSub(ms: number): string {
  const { y, d, h, m, s, ms: whole, us, ns } = split(Math.abs(ms));
  return words(ms, [
    [y, 'y'],
    [d, 'd'],
    [h, 'h'],
    [m, 'm'],
    [s, 's'],
    [whole, 'ms'],
    [us, 'µs'],
    [ns, 'ns'],
  ]);
}

/** Clock notation: `17:08:40:00`, `0:12.3`; minutes are always there. */
export function formatDurationClock(ms: number): string {
  const { y, d, h, m, s, ms: whole } = split(Math.abs(ms));
  const numbers = [y, d, h, m, tenths(s, whole)];
  const shown = numbers
    .slice(firstShown(numbers))
    .map((number, index) => (index === 0 ? String(number) : padWhole(number)));
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
  const days = Math.trunc(ms / 86_400_000);
  return {
    y: Math.trunc(days / 365),
    d: days % 365,
    h: Math.trunc((ms / 3_600_000) % 24),
    m: Math.trunc((ms / 60_000) % 60),
    s: Math.trunc((ms / 1000) % 60),
    ms: Math.trunc(ms % 1000),
    us: thousandths(ms * 1000),
    ns: thousandths(ms * 1e6),
  };
}

/** The last three digits of a whole number; beyond all numbers there are none. */
function thousandths(value: number): number {
  return Number.isFinite(value) ? Math.trunc(value % 1000) : 0;
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
