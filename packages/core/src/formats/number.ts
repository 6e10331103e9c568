import { formatSpecifier } from 'd3-format';
import { readerLocale } from '../messages.ts';
import { currencySymbol, type Currency } from './currency.ts';
import { formatDuration, formatDurationClock, formatDurationSub } from './duration.ts';
import { localeFormats, type LocaleFormats } from './locale.ts';
import { formatMemory } from './memory.ts';
import { isNumberFormatName, MAX_WIDTH, type NumberFormatName } from './number-format.ts';
import { BEYOND_SUFFIXES, LEAST_FIXED, type Precision, readPrecision, unitOf } from './precision.ts';

type Format = (value: number) => string;

export const DEFAULT_NUMBER_FORMAT = 'SMART_NUMBER';

/** Three digits and a suffix from a thousand on (1.2k, 3.4M, 5B), more decimals the nearer to zero. */
function smartFormat({ numbers }: LocaleFormats, precision: Precision = []): Format {
  const si = numbers.format('.3~s');
  const power = numbers.format('.2~e');
  const two = numbers.format('.2~f');
  const four = numbers.format('.4~f');
  const fixed = precision.map((decimals, unit) =>
    decimals === undefined ? null : fixedFormat(numbers, decimals, unit),
  );
  return (value) => {
    const size = Math.abs(value);
    const hasUnit = size === 0 || (size >= LEAST_FIXED && size < BEYOND_SUFFIXES.large);
    const write = hasUnit ? fixed[unitOf(size)] : null;
    if (write) return write(value);
    if (size === 0) return '0';
    if (size >= BEYOND_SUFFIXES.large || size < BEYOND_SUFFIXES.small) return power(value);
    if (size >= 1000) return si(value).replace('G', 'B');
    if (size >= 1) return two(value);
    if (size >= LEAST_FIXED) return four(value);
    return size > 0.000001 ? `${si(value * 1e6)}µ` : si(value);
  };
}

/** So many decimals of a unit, however many digits stand before them. */
function fixedFormat(numbers: LocaleFormats['numbers'], decimals: number, unit: number): Format {
  if (unit === 0) return numbers.format(`.${decimals}f`);
  const byDigits = [1, 2, 3].map((digits) => numbers.format(`.${digits + decimals}s`));
  return (value) => {
    const digits = Math.floor(Math.log10(Math.abs(value) / 1000 ** unit));
    return (byDigits[Math.max(0, Math.min(2, digits))]?.(value) ?? '').replace('G', 'B');
  };
}

function namedFormats(locale: LocaleFormats): Readonly<Record<NumberFormatName, Format>> {
  const smart = smartFormat(locale);
  const { decimal, numbers } = locale;
  return {
    SMART_NUMBER: smart,
    SMART_NUMBER_SIGNED: (value) => (value > 0 ? `+${smart(value)}` : smart(value)),
    // Clients round here, though d3 alone would not.
    '+,': numbers.format('+,d'),
    DURATION: (value) => decimal(formatDuration(value)),
    DURATION_SUB: formatDurationSub,
    DURATION_COL: (value) => decimal(formatDurationClock(value)),
    MEMORY_DECIMAL: (value) => decimal(formatMemory(value, 'decimal')),
    MEMORY_BINARY: (value) => decimal(formatMemory(value, 'binary')),
    MEMORY_TRANSFER_RATE_DECIMAL: (value) => `${decimal(formatMemory(value, 'decimal'))}/s`,
    MEMORY_TRANSFER_RATE_BINARY: (value) => `${decimal(formatMemory(value, 'binary'))}/s`,
  };
}

/**
 * A number as users see it.
 *
 * @param format A named format, a d3 format, or '' for the adaptive default. One that cannot be read is said behind
 * the number.
 * @param value     `null` gives 'null', infinities '∞' and '-∞'.
 * @param currency  Puts its symbol before or after; `$` and `%` of the format give way.
 * @param locale    BCP 47: whose separators; the reader's where none is named.
 */
export function formatNumber(
  format: string,
  value: number | null,
  currency: Currency | null = null,
  locale: string = readerLocale(),
): string {
  if (value === null) return 'null';
  if (Number.isNaN(value)) return 'NaN';
  if (value === Infinity) return '∞';
  if (value === -Infinity) return '-∞';
  if (!currency?.symbol) return formatter(format, locale)(value);
  const bare = isNumberFormatName(format) ? format : format.replace(/[$%]/g, '');
  const number = formatter(bare, locale)(value);
  const symbol = currencySymbol(currency.symbol);
  return currency.symbolPosition === 'suffix' ? `${number} ${symbol}` : `${symbol} ${number}`;
}

/** Formats that were read, because axes and tables ask for the same one thousands of times. */
const cached = new Map<string, Format>();
const CACHE_ENTRIES = 500;

function formatter(format: string, locale: string): Format {
  const key = `${locale} ${format}`;
  const known = cached.get(key);
  if (known) return known;
  if (cached.size >= CACHE_ENTRIES) cached.clear();
  const made = makeFormatter(format.trim() || DEFAULT_NUMBER_FORMAT, localeFormats(locale));
  cached.set(key, made);
  return made;
}

function makeFormatter(format: string, locale: LocaleFormats): Format {
  if (isNumberFormatName(format)) return namedFormats(locale)[format];
  const precision = readPrecision(format);
  if (precision !== null) return smartFormat(locale, precision);
  try {
    if ((formatSpecifier(format).width ?? 0) > MAX_WIDTH) throw new RangeError('too wide');
    const write = locale.numbers.format(format);
    const writeZero = zeroFormat(format, locale);
    return writeZero === null ? write : (value) => (value === 0 ? writeZero(0) : write(value));
  } catch {
    // It stands behind every number, and a format may be as long as a book.
    const said = format.length > MAX_SAID ? `${format.slice(0, MAX_SAID)}…` : format;
    return (value) => `${value} (Invalid format: ${said})`;
  }
}

const MAX_SAID = 40;

/** Zero in formats of significant digits (`.4r`, `.3p`) has as many digits as any number of one digit has: `0.000`. */
function zeroFormat(format: string, { numbers }: LocaleFormats): Format | null {
  const specifier = formatSpecifier(format);
  const { type, precision = DEFAULT_PRECISION } = specifier;
  if ((type !== 'r' && type !== 'p') || specifier.trim) return null;
  specifier.type = type === 'r' ? 'f' : '%';
  specifier.precision = Math.max(1, Math.min(21, precision)) - 1;
  return numbers.format(specifier.toString());
}

/** Of d3, where a format names none. */
const DEFAULT_PRECISION = 6;
