/** A way in which dates are written. */
export type DateForm = {
  readonly name: string;
  readonly order: 'ymd' | 'dmy' | 'mdy';
  /** The order that is meant where the values do not tell. */
  readonly usual: 'ymd' | 'dmy' | 'mdy';
  readonly fits: (value: string) => boolean;
  readonly hasTime: (value: string) => boolean;
  /** Formats of the engine, any of which a value may have; null: it reads them by itself. */
  readonly formats: readonly string[] | null;
};

const TIME = String.raw`(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.]\d{1,9})?)?(?: ?([AaPp][Mm]))?)?`;
const ZONE = String.raw`(?: ?(?:Z|[+-]\d{2}(?::?\d{2})?))?`;
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const LONG_MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december';
const times = ['', '%H:%M', '%H:%M:%S', '%H:%M:%S.%f', '%I:%M %p', '%I:%M:%S %p'] as const;

function withTimes(date: string): readonly string[] {
  return times.flatMap((time) => (time === '' ? [date] : [`${date} ${time}`, `${date}T${time}`]));
}

type Parts = { readonly year: number; readonly month: number; readonly day: number };

function isDay({ year, month, day }: Parts): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const hasClock = (value: string): boolean => /\d:\d{2}/.test(value);

/** Dates of digits; `digits` of the year are two or four. */
function numeric(order: DateForm['order'], mark: '/' | '.' | '-', digits: 2 | 4): DateForm {
  const year = String.raw`(\d{${digits}})`;
  const two = String.raw`(\d{1,2})`;
  const parts = order === 'ymd' ? [year, two, two] : [two, two, year];
  const escaped = mark === '.' ? String.raw`\.` : mark;
  const pattern = new RegExp(`^${parts.join(escaped)}${TIME}$`);
  const places = { ymd: [1, 2, 3], dmy: [3, 2, 1], mdy: [3, 1, 2] } as const;
  const [y, m, d] = places[order];
  const codes = { ymd: ['%Y', '%m', '%d'], dmy: ['%d', '%m', '%Y'], mdy: ['%m', '%d', '%Y'] }[order];
  return {
    name: `${order}${mark}${digits}`,
    order,
    usual: order === 'ymd' ? 'ymd' : mark === '/' ? 'mdy' : 'dmy',
    fits: (value) => {
      const found = pattern.exec(value);
      if (!found) return false;
      const whole = Number(found[y]);
      return isDay({ year: digits === 2 ? 2000 + whole : whole, month: Number(found[m]), day: Number(found[d]) });
    },
    hasTime: hasClock,
    formats: withTimes(codes.join(mark).replace('%Y', digits === 2 ? '%y' : '%Y')),
  };
}

function named(name: string, order: 'dmy' | 'mdy', pattern: string, formats: readonly string[]): DateForm {
  const expression = new RegExp(`^${pattern}${TIME}$`, 'i');
  return {
    name,
    order,
    usual: order,
    fits: (value) => expression.test(value),
    hasTime: hasClock,
    formats: formats.flatMap(withTimes),
  };
}

const isoPattern = new RegExp(String.raw`^(\d{4})-(\d{2})-(\d{2})${TIME}${ZONE}$`);
const iso: DateForm = {
  name: 'iso',
  order: 'ymd',
  usual: 'ymd',
  fits: (value) => {
    const found = isoPattern.exec(value);
    return (
      found !== null &&
      found[7] === undefined &&
      isDay({ year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) })
    );
  },
  hasTime: hasClock,
  formats: null,
};

/** Every form that is recognised, the plainest first. */
export const dateForms: readonly DateForm[] = [
  iso,
  numeric('ymd', '-', 4),
  numeric('ymd', '/', 4),
  numeric('ymd', '.', 4),
  numeric('dmy', '.', 4),
  numeric('dmy', '/', 4),
  numeric('mdy', '/', 4),
  numeric('dmy', '-', 4),
  numeric('mdy', '-', 4),
  numeric('dmy', '.', 2),
  numeric('dmy', '/', 2),
  numeric('mdy', '/', 2),
  named('d mon y', 'dmy', String.raw`\d{1,2}[ -](${MONTHS})[ -]\d{4}`, ['%d %b %Y', '%d-%b-%Y']),
  named('d month y', 'dmy', String.raw`\d{1,2} (${LONG_MONTHS}) \d{4}`, ['%d %B %Y']),
  named('mon d, y', 'mdy', String.raw`(${MONTHS}) \d{1,2},? \d{4}`, ['%b %d, %Y', '%b %d %Y']),
  named('month d, y', 'mdy', String.raw`(${LONG_MONTHS}) \d{1,2},? \d{4}`, ['%B %d, %Y', '%B %d %Y']),
];

/** The forms of a name; there is one at least. */
export function formsOf(name: string): readonly [DateForm, ...DateForm[]] {
  const [first = iso, ...rest] = dateForms.filter((form) => form.name === name);
  return [first, ...rest];
}

/** The same dates with days and months the other way round; null where there is no such form. */
export function turned(form: DateForm): DateForm | null {
  if (form.order === 'ymd') return null;
  const name = form.name.replace(/^(dmy|mdy)/, form.order === 'dmy' ? 'mdy' : 'dmy');
  return name === form.name ? null : (dateForms.find((each) => each.name === name) ?? null);
}
