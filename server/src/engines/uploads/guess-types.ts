import { dateForms, formsOf, type DateForm } from './dates.ts';
import type { ColumnType } from './protocol.ts';

/** How the texts of a column become values. */
export type Reading =
  | { readonly type: 'text' }
  | { readonly type: 'integer' | 'boolean' }
  | { readonly type: 'number'; readonly decimal: '.' | ',' }
  | { readonly type: 'date' | 'time'; readonly form: DateForm; readonly isAmbiguous: boolean };

/** Texts that stand for no value in a column that is not text. */
export const nullTexts: readonly string[] = ['', 'na', 'n/a', '#n/a', 'null', 'none', 'nan', '-', '–', '—', '\\n'];

const INTEGER = /^[+-]?(0|[1-9]\d{0,17})$/;
const GROUPED_INTEGER = /^[+-]?[1-9]\d{0,2}(,\d{3})+$/;
const POINT = /^[+-]?((\d{1,3}(,\d{3})+|\d{1,300})(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/;
const COMMA = /^[+-]?((\d{1,3}(\.\d{3})+|\d{1,300})(,\d*)?|,\d+)$/;
/** Codes such as postal codes: a number would lose their zeros. */
const LEADING_ZERO = /^[+-]?0\d+$/;
const BOOLEAN = /^(true|false|yes|no)$/i;
/** A comma that can only be that of a fraction. */
const SURE_COMMA = /^[+-]?\d*(\.\d{3})*,(\d{1,2}|\d{4,})$/;

/** So large a part of the values may be faulty before a column counts as text. */
const FAULTY = 0.02;
const FEW = 10;

/** Values of a column that a reading would lose; so many are reported, more make it another type. */
export function isTolerable(faulty: number, values: number): boolean {
  return faulty === 0 || (values >= FEW && faulty <= Math.max(1, values * FAULTY));
}

/** The mark of fractions in a file: a comma where some number can only be read so. */
export function guessDecimal(columns: readonly (readonly string[])[], delimiter: string | null): '.' | ',' {
  const texts = columns.flat();
  const comma = texts.filter((text) => SURE_COMMA.test(text)).length;
  const point = texts.filter((text) => /^[+-]?(\d{1,3}(,\d{3})+|\d+)\.(\d{1,2}|\d{4,})$/.test(text)).length;
  if (comma === point) return delimiter === ';' && point > 0 ? ',' : '.';
  return comma > point ? ',' : '.';
}

type Hints = { readonly decimal: '.' | ','; readonly dayFirst: boolean | undefined };

/** The reading that fits a sample of a column; faulty values are tolerated only where hardly any are. */
export function guessReading(values: readonly string[], hints: Hints): Reading {
  if (values.length === 0) return { type: 'text' };
  const share = (fits: (value: string) => boolean) =>
    isTolerable(values.filter((value) => !fits(value)).length, values.length);
  if (share((value) => BOOLEAN.test(value))) return { type: 'boolean' };
  if (!values.some((value) => LEADING_ZERO.test(value))) {
    const isNumber = (value: string) => (hints.decimal === ',' ? COMMA : POINT).test(value);
    if (share((value) => INTEGER.test(value))) return { type: 'integer' };
    if (hints.decimal === '.' && share((value) => INTEGER.test(value) || GROUPED_INTEGER.test(value)))
      return { type: 'integer' };
    // Twenty digits are a number of an account and not a quantity.
    if (share(isNumber) && !values.some((value) => /^\d{19,}$/.test(value)))
      return { type: 'number', decimal: hints.decimal };
  }
  return guessDate(values, hints.dayFirst) ?? { type: 'text' };
}

function guessDate(values: readonly string[], dayFirst: boolean | undefined): Reading | null {
  const fitting = dateForms
    .map((form) => ({ form, faulty: values.filter((value) => !form.fits(value)).length }))
    .filter(({ faulty }) => isTolerable(faulty, values.length))
    .sort((a, b) => a.faulty - b.faulty);
  const [best] = fitting;
  if (!best) return null;
  const rivals = fitting.filter(({ form, faulty }) => faulty === best.faulty && form.order !== best.form.order);
  const isAmbiguous = rivals.length > 0 && dayFirst === undefined;
  const wanted = dayFirst === undefined ? best.form.usual : dayFirst ? 'dmy' : 'mdy';
  const form = [best, ...rivals].find((each) => each.form.order === wanted)?.form ?? best.form;
  return { type: values.some((value) => form.hasTime(value)) ? 'time' : 'date', form, isAmbiguous };
}

/** The reading of a type that somebody chose. */
export function chosenReading(type: ColumnType, values: readonly string[], hints: Hints): Reading {
  if (type === 'number') return { type, decimal: hints.decimal };
  if (type === 'date' || type === 'time') {
    const guessed = guessDate(values, hints.dayFirst);
    return guessed && 'form' in guessed ? { ...guessed, type } : { type, form: bestForm(values), isAmbiguous: false };
  }
  return { type };
}

function bestForm(values: readonly string[]): DateForm {
  const [first] = formsOf('iso');
  return dateForms.reduce(
    (best, form) =>
      values.filter((value) => form.fits(value)).length > values.filter((value) => best.fits(value)).length
        ? form
        : best,
    first,
  );
}
