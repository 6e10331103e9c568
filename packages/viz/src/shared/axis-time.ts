import type { ChartContext } from '../define.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const DAY = 86_400_000;

/**
 * A tick of a time axis. An adaptive axis says only what changes from tick to tick — 2024, Mar, Mar 15, 14:30 — so that
 * labels stay short; quarters keep their names. Formats that an author chose are used as they are.
 */
export function axisTimeLabel(epochMs: number, format: string, grain: string | null, context: ChartContext): string {
  if (format !== 'smart_date') return context.formatTime(format, epochMs, grain);
  if (grain === 'P3M') return context.formatTime('smart_date', epochMs, grain);
  if (epochMs % MINUTE !== 0) return context.formatTime(epochMs % SECOND === 0 ? '%H:%M:%S' : '.%L', epochMs);
  if (epochMs % DAY !== 0) return context.formatTime('%H:%M', epochMs);
  const date = new Date(epochMs);
  if (date.getUTCDate() !== 1) return context.formatTime('%b %-d', epochMs);
  return context.formatTime(date.getUTCMonth() === 0 ? '%Y' : '%b', epochMs);
}
