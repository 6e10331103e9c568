import { splitMicros } from '@tessera/core/micros';
import { readerLocale } from '@tessera/core/messages';
import type { CellFormat, FormatOf } from '../../../ui/data-grid/cell-text.ts';
import type { ResultColumn } from '../runs/run.ts';

/** Times as the reader writes them; numbers stay as they are, to their last digit. The exact value is a press away. */
export function cellFormats(columns: readonly ResultColumn[], locale = readerLocale()): FormatOf {
  const formats = new Map(
    columns.flatMap((column): [string, CellFormat][] =>
      column.kind === 'temporal' ? [[column.name, timeFormat(column, locale)]] : [],
    ),
  );
  return (name) => formats.get(name) ?? null;
}

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

function timeFormat({ type }: ResultColumn, locale: string): CellFormat {
  const isDay = type !== null && /^date(32)?$/i.test(type);
  const whole = new Intl.DateTimeFormat(locale, isDay ? DAY : { ...DAY, ...TIME });
  const exact = new Intl.DateTimeFormat(locale, { ...DAY, ...TIME, fractionalSecondDigits: 3 });
  return (cell) => {
    // Years of five digits and texts that are no instants are left as they are.
    if (typeof cell !== 'number' || Math.abs(cell) > 253_402_300_799_999) return null;
    const { wholeMs, micros } = splitMicros(cell);
    if (micros > 0) return exactText(exact, wholeMs, micros);
    return (wholeMs % 1000 === 0 ? whole : exact).format(wholeMs);
  };
}

/** The platform writes three digits of a second at most; microseconds follow them. */
function exactText(exact: Intl.DateTimeFormat, wholeMs: number, micros: number): string {
  return exact
    .formatToParts(wholeMs)
    .map(({ type, value }) => (type === 'fractionalSecond' ? `${value}${String(micros).padStart(3, '0')}` : value))
    .join('');
}
