import { t } from '@tessera/core/messages';

/** The most letters of a name; the server takes no longer one, neither of a tab nor of a run in it. */
export const MAX_NAME = 256;
/** Room for the number behind the name of a copy. */
const NUMBER_ROOM = 12;

/** A name as far as the server takes it. */
export function fittingName(name: string, most = MAX_NAME): string {
  return name.length <= most ? name : Array.from(name).slice(0, most).join('');
}

/** 'Untitled Query N', N one above the highest there is ([4.10-05]). */
export function untitledName(names: readonly string[]): string {
  const [before = '', after = ''] = t('Untitled Query %s', '\n').split('\n');
  const numbers = names.map((name) => {
    if (!name.startsWith(before) || !name.endsWith(after)) return 0;
    const number = name.slice(before.length, name.length - after.length);
    return /^\d{1,9}$/.test(number) ? Number(number) : 0;
  });
  return t('Untitled Query %s', Math.max(0, ...numbers) + 1);
}

/** A name that no other tab has: 'Copy of sales', 'Copy of sales (2)'. */
export function copyName(name: string, names: readonly string[]): string {
  const wanted = fittingName(t('Copy of %s', name), MAX_NAME - NUMBER_ROOM);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? wanted : `${wanted} (${number})`;
    if (!names.includes(free)) return free;
  }
}
