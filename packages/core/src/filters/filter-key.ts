import { AppError } from '../errors/app-error.ts';

export type FilterKey = { readonly chartId: number; readonly column: string };

/** `chartId_column` ([3.10-03]). */
export function filterKey({ chartId, column }: FilterKey): string {
  return `${chartId}_${column}`;
}

/** The column may hold underscores itself: the first one separates. @throws AppError invalid_filter_key */
export function parseFilterKey(key: string): FilterKey {
  const parts = /^(\d+)_([\s\S]+)$/.exec(key);
  if (!parts?.[1] || !parts[2]) throw new AppError('invalid_filter_key', {});
  return { chartId: Number(parts[1]), column: parts[2] };
}
