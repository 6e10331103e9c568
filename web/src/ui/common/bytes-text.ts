import { numberText } from '@tessera/core/messages';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size as the reader writes it. */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const unit = UNITS[power] ?? 'byte';
  return numberText(value, { style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits: value < 10 ? 1 : 0 });
}
