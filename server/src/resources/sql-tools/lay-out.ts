import { format, type SqlLanguage } from 'sql-formatter';

const languages: Readonly<Record<string, SqlLanguage>> = {
  duckdb: 'duckdb',
  sqlite: 'sqlite',
  postgresql: 'postgresql',
  mysql: 'mysql',
  clickhouse: 'clickhouse',
  trino: 'trino',
};
const CLOSINGS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

/**
 * SQL in lines, one clause each. Templates stand in it as words, so that what is in them stays as it was; and nothing
 * but white space may differ in the end.
 *
 * @returns null for a text that the library cannot read, or would change
 */
export function layOut(sql: string, dialect: string): string | null {
  const word = freeWord(sql);
  const templates: string[] = [];
  const plain = withoutTemplates(sql, (template) => `${word}${templates.push(template) - 1}x`);
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

/** The text with something in the place of each template; in the time of its length, whatever is open in it. */
function withoutTemplates(sql: string, put: (template: string) => string): string {
  const none = new Set<string>();
  let text = '';
  let done = 0;
  for (let at = sql.indexOf('{'); at >= 0;) {
    const closing = CLOSINGS[sql.slice(at, at + 2)];
    const end = closing === undefined || none.has(closing) ? -1 : sql.indexOf(closing, at + 2);
    if (end >= 0) {
      text += `${sql.slice(done, at)}${put(sql.slice(at, end + 2))}`;
      done = end + 2;
    } else if (closing !== undefined) none.add(closing);
    at = sql.indexOf('{', end >= 0 ? end + 2 : at + 1);
  }
  return text + sql.slice(done);
}

/** A word that the text does not hold: with one line more than any in it. */
function freeWord(sql: string): string {
  let longest = 0;
  for (const [lines] of sql.matchAll(/(?<=template)_+/g)) longest = Math.max(longest, lines.length);
  return `template${'_'.repeat(longest + 1)}`;
}

function bare(sql: string): string {
  return sql.replace(/\s+/g, '');
}
