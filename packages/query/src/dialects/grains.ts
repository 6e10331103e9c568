import type { Grain } from '../time-grains.ts';

/** SQL of the start (or the named day) of the period that a timestamp lies in. */
type Piece = (timestamp: string) => string;

/**
 * The days that weeks are named by: the last Monday or Sunday up to a time, the first Saturday or Sunday from it on.
 */
type WeekDays = {
  readonly monday: Piece;
  readonly sunday: Piece;
  readonly saturdayAfter: Piece;
  readonly sundayAfter: Piece;
};

/** All grains that are weeks. P7D is one: seven days count from a Monday. */
export function weekGrains({ monday, sunday, saturdayAfter, sundayAfter }: WeekDays) {
  return {
    P7D: monday,
    P1W: monday,
    '1969-12-28T00:00:00Z/P1W': sunday,
    '1969-12-29T00:00:00Z/P1W': monday,
    'P1W/1970-01-03T00:00:00Z': saturdayAfter,
    'P1W/1970-01-04T00:00:00Z': sundayAfter,
  } satisfies Partial<Record<Grain, Piece>>;
}

/** The grains below a day, where the database counts a time in seconds and has one form for all of them. */
export function secondGrains(bucket: (seconds: number, timestamp: string) => string) {
  const of =
    (seconds: number): Piece =>
    (timestamp) =>
      bucket(seconds, timestamp);
  return {
    PT1S: of(1),
    PT5S: of(5),
    PT30S: of(30),
    PT1M: of(60),
    PT5M: of(300),
    PT10M: of(600),
    PT15M: of(900),
    PT30M: of(1800),
    PT1H: of(3600),
    PT6H: of(21_600),
  } satisfies Partial<Record<Grain, Piece>>;
}
