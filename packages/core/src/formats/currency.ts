export type Currency = { readonly symbol: string; readonly symbolPosition: 'prefix' | 'suffix' };

/** The sign of an ISO 4217 code (USD → $); any other text stands for itself. */
export function currencySymbol(code: string): string {
  if (!/^[A-Za-z]{3}$/.test(code)) return code;
  const parts = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1);
  return parts.find((part) => part.type === 'currency')?.value ?? code;
}
