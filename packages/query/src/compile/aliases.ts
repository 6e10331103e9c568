import type { Dialect } from '../dialect.ts';

/**
 * Names for the result columns, in the order of the labels: the label itself where the database can carry it, else a
 * cut one with its position, which keeps two long labels apart. An empty label and zero bytes cannot be quoted.
 */
export function columnAliases(labels: readonly string[], dialect: Dialect): readonly string[] {
  return labels.map((label, index) => {
    const text = label.replaceAll('\0', '');
    if (text !== '' && (dialect.nameBytes === null || utf8Length(text) <= dialect.nameBytes)) return text;
    return `${Array.from(text).slice(0, 10).join('')}_${index}`;
  });
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
