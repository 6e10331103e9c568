import { numberFormat } from '@tessera/core/formats/intl';
import { readerLocale } from '@tessera/core/messages';
import { isDecimal } from '@tessera/core/numeric-cell';

type Signs = { readonly decimal: string; readonly group: string; readonly sizes: readonly number[] };

/**
 * A number as a user types it, in the form that databases read: with the decimal sign of the language, its groups, and
 * groups by spaces in every language.
 *
 * @returns null for what is no number, or two in one: `1.125` where points divide thousands
 */
export function readTypedNumber(text: string, locale: string = readerLocale()): string | null {
  const { decimal, group, sizes } = signsOf(locale);
  const trimmed = text.trim().replace('\u2212', '-');
  const [, sign = '', whole = '', rest = ''] = /^([-+]?)(.*?)(e[-+]?\d+)?$/i.exec(trimmed) ?? [];
  const hasGroups = group === '.' && isGrouped(whole, '.', sizes);
  // Lists show numbers with a point in every language, so that one group may be a fraction as well.
  if (hasGroups && whole.indexOf('.') === whole.lastIndexOf('.')) return null;
  const isPoint = decimal === '.' || (!whole.includes(decimal) && !hasGroups);
  const [digits = '', fraction, ...more] = whole.split(isPoint ? '.' : decimal);
  if (more.length > 0) return null;
  const divider = /\s/.exec(digits)?.[0] ?? group;
  const plain = isGrouped(digits, divider, sizes) ? digits.replaceAll(divider, '') : digits;
  const read = sign + plain + (fraction === undefined ? '' : `.${fraction}`) + rest;
  return isDecimal(read) && Number.isFinite(Number(read)) ? read : null;
}

/** Whether a text is digits in groups: the last of three, those before it as large as in the language. */
function isGrouped(text: string, divider: string, [last = 3, other = last]: readonly number[]): boolean {
  const [first = '', ...groups] = text.split(divider);
  if (groups.length === 0 || first.length > other || !/^\d+$/.test(first)) return false;
  return groups.every((one, at) => /^\d+$/.test(one) && one.length === (at === groups.length - 1 ? last : other));
}

function signsOf(locale: string): Signs {
  const parts = numberFormat(locale, { useGrouping: true, numberingSystem: 'latn' }).formatToParts(1_234_567_890.5);
  const sign = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const [last = 3, other = last] = parts
    .flatMap((part) => (part.type === 'integer' ? [part.value.length] : []))
    .toReversed();
  return { decimal: sign('decimal') || '.', group: sign('group') || ',', sizes: [last, other] };
}
