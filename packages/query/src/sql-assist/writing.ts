import type { AssistDialect } from './dialects.ts';
import { reserved, reservedIn } from './reserved.ts';

const bare = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether the database reads a bare word as this name, and as nothing else. */
export function isBareName(name: string, { foldsToLower, grammar }: AssistDialect): boolean {
  const word = name.toUpperCase();
  if (!bare.test(name) || reserved.has(word) || reservedIn[grammar.name]?.has(word)) return false;
  return !foldsToLower || name === name.toLowerCase();
}

/** A name in quotes. */
export function quoteName(name: string, { quote, grammar }: AssistDialect, mark: string = quote): string {
  const closing = mark === '[' ? ']' : mark;
  const escaped = grammar.backslashNames ? name.replaceAll('\\', '\\\\') : name;
  return `${mark}${escaped.replaceAll(closing, closing + closing)}${closing}`;
}

/** `schema.table` as the database reads it, with quotes where a name needs them. */
export function writeName(parts: readonly string[], dialect: AssistDialect): string {
  return parts.map((part) => (isBareName(part, dialect) ? part : quoteName(part, dialect))).join('.');
}

/** A name that somebody began to write: behind a quote it is written in that quote. */
export function writeTyped(name: string, quote: string, dialect: AssistDialect): string {
  return quote === '' ? writeName([name], dialect) : quoteName(name, dialect, quote);
}

/** A short name for a table: the first letters of its words, or more of them where that is taken. */
export function aliasFor(table: string, taken: readonly string[], dialect: AssistDialect): string {
  const words = table
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => /^[A-Za-z]/.test(word));
  const initials = words.map((word) => word.charAt(0).toLowerCase()).join('') || 't';
  const first = words[0]?.toLowerCase() ?? 't';
  const isFree = (name: string) =>
    isBareName(name, dialect) && !taken.some((other) => other.toLowerCase() === name.toLowerCase());
  const choices = [initials, first.slice(0, 2), first.slice(0, 3), first];
  const numbered = Array.from({ length: taken.length + 2 }, (_, at) => `${initials}${at + 2}`);
  return [...choices, ...numbered].find(isFree) ?? initials;
}
