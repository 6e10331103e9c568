import { defineKind } from './kind.ts';
import { isRecord, readText } from './read.ts';

export type Currency = { readonly symbol: string; readonly symbolPosition: 'prefix' | 'suffix' };

/** The sign of a currency and its place. */
export type CurrencyControl = { readonly kind: 'currency' };

export const currency = defineKind<CurrencyControl, Currency | null>({
  read: (value) => {
    if (value === null) return null;
    const symbol = isRecord(value) ? readText(value['symbol']) : undefined;
    if (!isRecord(value) || symbol === undefined) return undefined;
    return { symbol, symbolPosition: value['symbolPosition'] === 'suffix' ? 'suffix' : 'prefix' };
  },
  empty: () => null,
  initial: () => undefined,
});
