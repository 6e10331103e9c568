import { t } from '@tessera/core/messages';
import { toast } from '../ui/feedback/toast-store.ts';

/** Names by lines, commas, semicolons or tabs; what is not known is said. @returns whether it was a list */
export function takeNames(text: string, take: (names: readonly string[]) => readonly string[]): boolean {
  const names = text
    .split(/[\n\r\t,;]+/)
    .map((name) => name.trim().replace(/^["'`](.*)["'`]$/, '$1'))
    .filter((name) => name !== '');
  if (names.length === 0) return false;
  const unknown = take(names);
  if (unknown.length > 0) toast.warning(t('The dataset has no %s.', unknown.slice(0, 5).join(', ')));
  return true;
}

/** Names as they are known: by name or by label, in any case. */
export function matchNames<T extends { readonly name: string; readonly label: string }>(
  names: readonly string[],
  known: readonly T[],
): { readonly found: readonly T[]; readonly unknown: readonly string[] } {
  const found: T[] = [];
  const unknown: string[] = [];
  for (const name of names) {
    const lower = name.toLowerCase();
    const match =
      known.find((one) => one.name === name) ??
      known.find((one) => one.name.toLowerCase() === lower || one.label.toLowerCase() === lower);
    if (match) found.push(match);
    else unknown.push(name);
  }
  return { found, unknown };
}
