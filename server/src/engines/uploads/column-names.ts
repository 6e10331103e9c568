/** Longest name of a column, as the fields of a dataset allow it. */
const MAX_NAME = 250;

/**
 * Names for the columns of a table from the first row of a file: none is empty, and no two are the same to a database
 * that does not tell capitals from small letters.
 */
export function columnNames(given: readonly (string | null)[]): readonly string[] {
  const wanted = given.map((name, index) => plainName(name) || `column_${index + 1}`);
  const taken = new Set<string>();
  const reserved = new Set(wanted.map((name) => name.toLowerCase()));
  return wanted.map((name) => {
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
      const next = `${name.slice(0, MAX_NAME - 8)}_${number}`;
      free = reserved.has(next.toLowerCase()) ? free : next;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}

function plainName(name: string | null): string {
  return (name ?? '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME);
}

/** A name for a table that reads well in SQL, from the name of a file. */
export function tableNameOf(fileName: string): string {
  const base = (fileName.split(/[/\\]/).at(-1) ?? '').replace(/(\.[A-Za-z0-9]{1,8}){1,2}$/, '');
  const plain = base
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase()
    .slice(0, 60)
    .replace(/_+$/, '');
  if (plain === '') return 'upload';
  return /^\d/.test(plain) ? `t_${plain}` : plain;
}
