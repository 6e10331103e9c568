import { msg, tMarked } from '@tessera/core/messages';
import type { FunctionArgument, FunctionEntry } from './catalog.ts';

/** Name, arguments (`?` may be left out, `…` may be repeated), what it does. */
type Common = readonly [name: string, args: string, text: string];

const aggregates: readonly Common[] = [
  ['count', 'value?', msg('How many rows, or how many values that are not null.')],
  ['sum', 'value', msg('The sum of the values.')],
  ['avg', 'value', msg('The mean of the values.')],
  ['min', 'value', msg('The least value.')],
  ['max', 'value', msg('The greatest value.')],
  ['median', 'value', msg('The value in the middle.')],
  ['stddev', 'value', msg('The standard deviation of the values.')],
  ['variance', 'value', msg('The variance of the values.')],
  ['string_agg', 'text separator', msg('The texts, joined by a separator.')],
  ['group_concat', 'text', msg('The texts, joined by commas.')],
  ['array_agg', 'value', msg('The values as a list.')],
  ['any_value', 'value', msg('One of the values.')],
  ['bool_and', 'condition', msg('Whether all are true.')],
  ['bool_or', 'condition', msg('Whether one is true.')],
  ['corr', 'y x', msg('How far two values go together, from -1 to 1.')],
  ['approx_count_distinct', 'value', msg('About how many different values there are.')],
  ['percentile_cont', 'fraction', msg('The value below which a share of the values lies, between neighbours.')],
];

const windows: readonly Common[] = [
  ['row_number', '', msg('The number of the row in its window.')],
  ['rank', '', msg('The place of the row; equal rows share one, and the next ones are left out.')],
  ['dense_rank', '', msg('The place of the row; equal rows share one, and none is left out.')],
  ['ntile', 'parts', msg('The part that the row is in when its window is cut into so many.')],
  ['lag', 'value offset? default?', msg('The value of a row before.')],
  ['lead', 'value offset? default?', msg('The value of a row behind.')],
  ['first_value', 'value', msg('The value of the first row of the window.')],
  ['last_value', 'value', msg('The value of the last row of the window.')],
];

const scalars: readonly Common[] = [
  ['coalesce', 'value…', msg('The first value that is not null.')],
  ['nullif', 'value other', msg('Null where both are equal, else the value.')],
  ['greatest', 'value…', msg('The greatest of the values.')],
  ['least', 'value…', msg('The least of the values.')],
  ['abs', 'number', msg('The number without its sign.')],
  ['round', 'number digits?', msg('The nearest number with so many digits.')],
  ['floor', 'number', msg('The next whole number below.')],
  ['ceil', 'number', msg('The next whole number above.')],
  ['sqrt', 'number', msg('The square root.')],
  ['power', 'base exponent', msg('The base to the power of the exponent.')],
  ['ln', 'number', msg('The natural logarithm.')],
  ['mod', 'number divisor', msg('What is left by a division.')],
  ['length', 'text', msg('How many letters a text has.')],
  ['lower', 'text', msg('The text in small letters.')],
  ['upper', 'text', msg('The text in capitals.')],
  ['trim', 'text', msg('The text without blanks at its ends.')],
  ['replace', 'text from to', msg('The text with one part in the place of another.')],
  ['substring', 'text start length?', msg('A part of the text, counted from 1.')],
  ['concat', 'value…', msg('The values as one text.')],
  ['left', 'text count', msg('The first letters of a text.')],
  ['right', 'text count', msg('The last letters of a text.')],
  ['split_part', 'text separator index', msg('One of the parts between separators, counted from 1.')],
  ['regexp_replace', 'text pattern to', msg('The text with another in the place of what a pattern finds.')],
  ['date_trunc', 'part time', msg('The beginning of the hour, day, month … that the time is in.')],
  ['date_part', 'part time', msg('A number of the time: its year, its hour.')],
  ['extract', 'part', msg('A number of the time: EXTRACT(year FROM time).')],
  ['now', '', msg('The time at which the query began.')],
  ['current_date', '', msg('The date of today.')],
  ['cast', 'value', msg('The value in another type: CAST(value AS type).')],
];

/** What is said of functions that a database only names. */
export function commonFunctions(): ReadonlyMap<string, FunctionEntry> {
  const of = (kind: FunctionEntry['kind'], list: readonly Common[]) =>
    list.map(([name, args, text]): [string, FunctionEntry] => [
      name,
      {
        name,
        kind,
        description: tMarked(text),
        signatures: [{ arguments: args === '' ? [] : args.split(' ').map(argumentOf), returns: null }],
      },
    ]);
  return new Map([...of('aggregate', aggregates), ...of('window', windows), ...of('scalar', scalars)]);
}

function argumentOf(text: string): FunctionArgument {
  return {
    name: text.replace(/[?…]$/, ''),
    type: null,
    isOptional: text.endsWith('?'),
    isVariadic: text.endsWith('…'),
  };
}
