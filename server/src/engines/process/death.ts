/** How an engine process ended that nobody ended. */
export type ProcessDeath = {
  /** Null: of a connection test. */
  readonly databaseId: number | null;
  readonly engine: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly isOutOfMemory: boolean;
  /** What it was at: no word of any query is in it. */
  readonly doing: string;
  /** The end of what it wrote to its standard error; empty when it had no time to. */
  readonly lastWords: string;
};

type Exit = { readonly exitCode: number | null; readonly signal: string | null };
type Ended = Exit & { readonly lastWords: string };

const MAX_WORDS = 2000;
/** So many characters that stand in a statement too are no accident. */
const ALIKE = 16;
/** What of a statement is looked for. */
const MAX_STATEMENT = 20_000;
/** The ways in which a process that may allocate no more ends itself. */
const SELF_ENDED = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL']);
const MEMORY_WORDS = /out of memory|bad_alloc|heap limit|cannot allocate|allocation failed/i;
/** The library of SQLite ends its process at a text that is no UTF-8. */
const NO_UTF8 = /Utf8Error/;

/** Did it run out of memory? Nobody else ends a process in one of these ways, and V8 and the C++ library say so. */
export function isOutOfMemory({ exitCode, signal, lastWords }: Ended): boolean {
  if (NO_UTF8.test(lastWords)) return false;
  return exitCode === 134 || SELF_ENDED.has(signal ?? '') || MEMORY_WORDS.test(lastWords);
}

/** The end in words, for whoever asked: what ended it, and what that mostly means. */
export function crashWords({ exitCode, signal, lastWords = '' }: Exit & { readonly lastWords?: string }): string {
  if (NO_UTF8.test(lastWords))
    return 'it came to a text that is not UTF-8, which can only be read as bytes, by CAST(… AS BLOB)';
  if (signal === 'SIGKILL') return 'it was killed from outside (SIGKILL), as by a system that runs out of memory';
  if (signal !== null) return `it crashed (${signal})`;
  return exitCode === 0 ? 'it ended by itself' : `it crashed (exit code ${exitCode ?? 'unknown'})`;
}

/**
 * The last words of a process without those that may be of users: quoted texts, and lines that a statement has too.
 */
export function redacted(words: string, statements: readonly string[]): string {
  const texts = statements.map((statement) => statement.slice(0, MAX_STATEMENT).replace(/\s+/g, ' ').toLowerCase());
  const isOfPeople = (line: string): boolean => {
    const plain = line.replace(/\s+/g, ' ').toLowerCase();
    for (let at = 0; at + ALIKE <= plain.length; at += 1)
      if (texts.some((text) => text.includes(plain.slice(at, at + ALIKE)))) return true;
    return false;
  };
  const kept = words.split(/\r?\n/).filter((line) => line.trim() !== '' && !isOfPeople(line));
  // Control characters could write into the terminal of whoever reads the log.
  return kept
    .join(' | ')
    .replace(/'[^']*'|"[^"]*"|`[^`]*`/g, "'…'")
    .replace(/\p{Cc}/gu, ' ')
    .slice(-MAX_WORDS);
}

/** The end of what is written, so much at most. */
export function lastWordsOf(stream: NodeJS.ReadableStream | null): () => string {
  let words = '';
  stream
    ?.setEncoding('utf8')
    .on('data', (chunk: string) => {
      words = `${words}${chunk}`.slice(-MAX_WORDS * 2);
    })
    .on('error', () => undefined);
  return () => words;
}
