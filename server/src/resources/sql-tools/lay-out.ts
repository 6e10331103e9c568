import { format, type SqlLanguage } from 'sql-formatter';

const languages: Readonly<Record<string, SqlLanguage>> = {
  duckdb: 'duckdb',
  sqlite: 'sqlite',
  postgresql: 'postgresql',
  mysql: 'mysql',
  clickhouse: 'clickhouse',
  trino: 'trino',
};
const TEMPLATE = /\{\{[^]*?\}\}|\{%[^]*?%\}|\{#[^]*?#\}/g;

/**
 * SQL in lines, one clause each. Templates stand in it as words, so that what is in them stays as it was; and nothing
 * but white space may differ in the end.
 *
 * @returns null for a text that the library cannot read, or would change
 */
export function layOut(sql: string, dialect: string): string | null {
  const word = freeWord(sql);
  const templates: string[] = [];
  const plain = sql.replace(TEMPLATE, (template) => `${word}${templates.push(template) - 1}x`);
  try {
    const made = format(plain, {
      language: languages[dialect] ?? 'sql',
      keywordCase: 'preserve',
      tabWidth: 2,
      linesBetweenQueries: 1,
    });
    const back = made.replace(new RegExp(`${word}(\\d+)x`, 'g'), (_, at: string) => templates[Number(at)] ?? '');
    return bare(back) === bare(sql) ? back : null;
  } catch {
    return null;
  }
}

/** A word that the text does not hold. */
function freeWord(sql: string): string {
  let word = 'template_';
  while (sql.includes(word)) word += '_';
  return word;
}

function bare(sql: string): string {
  return sql.replace(/\s+/g, '');
}
