import { parseExactJson, printExactJson } from '@tessera/core/exact-json';
import { parseDraft } from './draft-store.ts';
import type { LastingDraft } from '../../chart-editor/draft.ts';

export type Place = { readonly userId: number; readonly chartId: number | null; readonly datasource: unknown };

const PREFIX = 'tessera.explore.unsaved:';
/** A new chart is soon forgotten: whoever begins another on the same dataset wants another. */
const LASTS_MS = { saved: 14 * 86_400_000, new: 86_400_000 } as const;

function keyOf({ userId, chartId, datasource }: Place): string {
  return `${PREFIX}${userId}:${chartId ?? `new ${String(datasource)}`}`;
}

export function keepLasting(place: Place, lasting: LastingDraft | null): void {
  try {
    if (lasting === null) localStorage.removeItem(keyOf(place));
    else localStorage.setItem(keyOf(place), printExactJson(lasting));
  } catch {
    // A private window or a full store forgets; the tab has its own.
  }
}

export function readLasting(place: Place, now: number): LastingDraft | null {
  try {
    const lasting = parseLasting(localStorage.getItem(keyOf(place)));
    const lasts = place.chartId === null ? LASTS_MS.new : LASTS_MS.saved;
    return lasting && now - lasting.at < lasts ? lasting : null;
  } catch {
    return null;
  }
}

export function parseLasting(text: string | null): LastingDraft | null {
  if (text === null) return null;
  const value = parseExactJson(text);
  if (typeof value !== 'object' || value === null || !('draft' in value) || !('at' in value)) return null;
  const draft = parseDraft(printExactJson(value.draft));
  const version = 'version' in value ? value.version : null;
  if (!draft || typeof value.at !== 'number') return null;
  return { draft, at: value.at, version: typeof version === 'number' || typeof version === 'string' ? version : null };
}
