/**
 * Grains that dialects may know, in the order of the menus; the key is the ISO 8601 text that clients send and store.
 */
export const grainNames = {
  PT1S: 'Second',
  PT5S: '5 second',
  PT30S: '30 second',
  PT1M: 'Minute',
  PT5M: '5 minute',
  PT10M: '10 minute',
  PT15M: '15 minute',
  PT30M: '30 minute',
  PT1H: 'Hour',
  PT6H: '6 hour',
  P1D: 'Day',
  P7D: '7 days',
  P1W: 'Week',
  '1969-12-28T00:00:00Z/P1W': 'Week starting Sunday',
  '1969-12-29T00:00:00Z/P1W': 'Week starting Monday',
  'P1W/1970-01-03T00:00:00Z': 'Week ending Saturday',
  'P1W/1970-01-04T00:00:00Z': 'Week ending Sunday',
  P1M: 'Month',
  P3M: 'Quarter',
  P1Y: 'Year',
} as const;
export type Grain = keyof typeof grainNames;

/** Spellings of older saved charts. */
const aliases: Readonly<Record<string, Grain>> = { 'PT0.5H': 'PT30M', 'P0.25Y': 'P3M' };

/** The grain that a stored text means, or `null` for a text that names none. */
export function readGrain(text: string): Grain | null {
  if (Object.hasOwn(aliases, text)) return aliases[text] ?? null;
  return Object.hasOwn(grainNames, text) ? (text as Grain) : null;
}
