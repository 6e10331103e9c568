import type { DataMasks } from '@tessera/core/native-filters/filter-state';

/** What was set on the page when a comment was written. */
export type CommentState = {
  readonly dataMask: Readonly<Record<string, unknown>>;
  /** The open tab of each set, by the id of the set. */
  readonly activeTabs: Readonly<Record<string, string>>;
  /** The mark of the chart that it is about, as the chart names it; null for the whole chart. */
  readonly point: string | null;
};

/** Characters of what a mark is called. */
const MAX_POINT = 300;

export function printState(
  masks: DataMasks,
  activeTabs: Readonly<Record<string, string>>,
  point: string | null,
): string {
  return JSON.stringify({
    dataMask: masks,
    activeTabs,
    ...(point === null ? {} : { point: point.slice(0, MAX_POINT) }),
  });
}

/** Null where nobody can read it. */
export function readState(text: string | null): CommentState | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || !isRecord(value['dataMask'])) return null;
    const tabs = isRecord(value['activeTabs']) ? Object.entries(value['activeTabs']) : [];
    return {
      dataMask: value['dataMask'],
      activeTabs: Object.fromEntries(tabs.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
      point: typeof value['point'] === 'string' ? value['point'] : null,
    };
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
