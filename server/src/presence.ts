import { isAppError } from '@tessera/core/errors/app-error';

/** Takes a line for the log. */
export type Tell = (level: 'info' | 'warn', text: string) => void;

export type Presence = {
  /** It is there, or away for a reason. Cheap: whoever sees it every time says so every time. */
  readonly note: (isHere: boolean, reason?: string) => void;
  readonly close: () => void;
};

type Needs = {
  /** What is reported when it comes, and when it is away. */
  readonly here: string;
  readonly away: string;
  readonly tell: Tell;
  readonly times?: Partial<typeof defaultTimes>;
};
const defaultTimes = {
  /** What has not come so long after the start is reported as away. */
  graceMs: 3000,
  /** Between two changes that are reported; what flickers in between is only counted. */
  quietMs: 10_000,
  /** How often an absence is reported again. */
  everyMs: 60_000,
};

/**
 * Tells the log of something that comes and goes: each change once, an absence again every minute, also of what never
 * came.
 */
export function createPresence({ here, away, tell, times: given }: Needs): Presence {
  const times = { ...defaultTimes, ...given };
  const began = performance.now();
  let isHere = false;
  let told: boolean | null = null;
  let toldAt = began;
  let awaySince = began;
  let why = 'no answer';
  let changes = 0;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const secondsSince = (ms: number) => Math.round((performance.now() - ms) / 1000);

  /** Say how it is now, if that is news, and plan the next look. */
  function look(): void {
    timer = null;
    if (isClosed) return;
    const flickered = changes > 1 ? ` (it came and went: ${changes} changes)` : '';
    if (isHere && (told !== true || changes > 0)) tell(flickered === '' ? 'info' : 'warn', `${here}${flickered}`);
    if (!isHere)
      tell(
        'warn',
        `${away}: ` +
          `${why}${flickered}${told === false && changes === 0 ? ` (for ${secondsSince(awaySince)} s)` : ''}`,
      );
    if (told !== isHere || changes > 0) toldAt = performance.now();
    told = isHere;
    changes = 0;
    if (!isHere) plan(times.everyMs);
  }

  function plan(ms: number): void {
    if (timer) clearTimeout(timer);
    if (ms <= 0) look();
    else timer = setTimeout(look, ms).unref();
  }

  timer = setTimeout(look, times.graceMs).unref();
  return {
    note: (isNow, reason) => {
      if (!isNow && reason !== undefined) why = reason;
      if (isClosed || isNow === isHere) return;
      isHere = isNow;
      changes += 1;
      if (!isNow) awaySince = performance.now();
      if (told === null) plan(0);
      else if (changes === 1) plan(times.quietMs - (performance.now() - toldAt));
    },
    close: () => {
      isClosed = true;
      if (timer) clearTimeout(timer);
    },
  };
}

/** A complaint that would come with every request is reported at most so often. */
export function createComplaint(tell: Tell, everyMs = defaultTimes.everyMs): (text: string) => void {
  let at = -Infinity;
  return (text) => {
    if (performance.now() - at < everyMs) return;
    at = performance.now();
    tell('warn', text);
  };
}

/**
 * A log of work that is tried again and again. While what it stands on is away every try fails alike: each kind of work
 * is reported at most so often, with how many were not. Anything else is reported each time.
 */
export function createTroubleLog(
  write: (what: string, error: unknown, untold: number) => void,
  everyMs = defaultTimes.everyMs,
): (what: string, error: unknown) => void {
  const kinds = new Map<string, { readonly at: number; untold: number }>();
  return (what, error) => {
    if (!isAppError(error, 'unavailable')) return write(what, error, 0);
    const before = kinds.get(what);
    if (before && performance.now() - before.at < everyMs) {
      before.untold += 1;
      return;
    }
    kinds.set(what, { at: performance.now(), untold: 0 });
    write(what, error, before?.untold ?? 0);
  };
}
