import type { Texts } from '../dialect.ts';

/** Bytes that are no text come as this sign, whatever they were. */
const readable = /^[^\uFFFD]*$/;
const every = /^/;

/** Texts of databases whose collations overlook case, accents, blanks or signs. */
const overlooking = { plain: readable, fold: foldText };
export const textsByBytes: Texts = { ...overlooking, ordered: every };
export const textsByCollation: Texts = { ...overlooking, ordered: null };

/**
 * Files of SQLite may hold UTF-16, whose bytes are ordered like others for these signs alone. Blobs among texts come as
 * hexadecimal.
 */
export const textsOfSqlite: Texts = { plain: /^(?!\\x)[^\uFFFD]*$/, fold: foldText, ordered: /^[ -~]*$/ };

/**
 * MySQL's collations are by language: they take ß for ss, all emoji for one, and among plain letters i for j and y, u
 * for v and w, m for n, c for ch and dzsdzs for ddzs; those of old character sets take signs for letters.
 */
export const textsOfMysql: Texts = {
  plain: /^[ -?A-Z_a-z]*$/,
  fold: (text) => {
    const letters = text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
      .replaceAll('h', '')
      .replaceAll('n', 'm')
      .replaceAll(/[jy]/g, 'i')
      .replaceAll(/[vw]/g, 'u');
    return letters === '' ? foldText(text) : letters.replaceAll(/(.{1,3}?)\1+/g, '$1');
  },
  ordered: null,
};

/** What is left of a text for the coarsest of collations. */
function foldText(text: string): string {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return folded === '' ? text.trim() : folded;
}
