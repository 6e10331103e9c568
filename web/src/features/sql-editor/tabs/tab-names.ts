import { t } from '@tessera/core/messages';

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
  const wanted = t('Copy of %s', name);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? wanted : `${wanted} (${number})`;
    if (!names.includes(free)) return free;
  }
}
