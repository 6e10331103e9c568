import { Environment } from 'minijinja-js/dist/web/minijinja_js.js';
import { printExactJson } from '@tessera/core/exact-json';
import { filterMacros } from './macros/filters.ts';
import { identityMacros } from './macros/identity.ts';
import { lookupMacros, partitionMacros, partitionNamespaces } from './macros/lookups.ts';
import { markOutputs, marksOfOutputs, readMarks } from './marked-outputs.ts';
import { MacroError, type Macro, type MacroRun } from './macros/macro.ts';
import { urlParamMacros } from './macros/url-param.ts';
import { valueFilters } from './macros/value-filters.ts';
import { lookupKey, type Lookup, type RenderReply, type RenderRequest } from './template-data.ts';

/** Steps that one template may take; a loop over 10 000 values fits well. */
const FUEL = 200_000;
/** Characters of a rendered text at most. */
const LONGEST_TEXT = 1_000_000;

/** The macros that stand by their own name; a chart type or plugin cannot add to them. */
const macros: Readonly<Record<string, Macro>> = {
  ...identityMacros,
  ...urlParamMacros,
  ...filterMacros,
  ...lookupMacros,
};

/**
 * Render one template. Pure but for the engine's memory: the same request gives the same reply.
 * Nothing but the data of the request and the macros exists inside: no process, no prototype, no other template.
 */
export function renderInSandbox({ text, data, answers, isFollowed }: RenderRequest): RenderReply {
  const cacheKeys: unknown[] = [];
  const removed = new Set<string>();
  const read = new Set<string>();
  const missing: Lookup[] = [];
  const pieces = new Set<string>();
  let failure: string | null = null;

  const run: MacroRun = {
    data,
    useCacheKey: (value) => void cacheKeys.push(value),
    pieceOf: (sql) => {
      pieces.add(sql);
      return sql;
    },
    removeFilter: (column) => void removed.add(column),
    readFilter: (column) => void read.add(column),
    lookUp: (lookup) => {
      const key = lookupKey(lookup);
      const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
      if (answer?.ok === false) throw new MacroError(answer.reason);
      if (answer === undefined) missing.push(lookup);
      if (typeof answer?.value === 'string') pieces.add(answer.value);
      return answer?.value ?? null;
    },
  };

  // An exception that crosses into the engine would break it for good, so each call ends with a value.
  const guarded =
    (macro: Macro) =>
    (...given: readonly unknown[]): unknown => {
      try {
        const last = given.at(-1);
        const named = last instanceof Map ? last : new Map<string, unknown>();
        return macro({ positional: last instanceof Map ? given.slice(0, -1) : given, named }, run) ?? null;
      } catch (error) {
        failure ??= error instanceof MacroError ? error.message : 'A macro failed.';
        return null;
      }
    };

  const environment = new Environment();
  try {
    environment.undefinedBehavior = 'semi_strct';
    environment.enablePyCompat();
    // Marks are steps too.
    environment.fuel = isFollowed === true ? 2 * FUEL : FUEL;
    environment.keepTrailingNewline = true;
    for (const [name, value] of Object.entries(variablesOf(data))) environment.addGlobal(name, value);
    for (const [name, macro] of Object.entries(macros)) environment.addGlobal(name, guarded(macro));
    for (const name of partitionNamespaces[data.dialect] ?? []) {
      environment.addGlobal(
        name,
        Object.fromEntries(Object.entries(partitionMacros).map(([key, macro]) => [key, guarded(macro)])),
      );
    }
    for (const [name, macro] of Object.entries(valueFilters)) environment.addFilter(name, guarded(macro));
    const mayBeTainted = isFollowed === true && people.test(text);
    const marked = mayBeTainted ? followed(text, data, answers) : text;
    const printed = environment.renderStr(marked ?? text, {});
    // Where no marks were set, the characters of marks are text: without them a value would be another one.
    const rendered = mayBeTainted ? readMarks(printed) : { text: printed, outputs: [] };
    if (failure !== null) return { kind: 'failed', failure: 'invalid', reason: failure };
    if (missing.length > 0) return { kind: 'lookups', lookups: missing };
    if (marked === null || rendered === null)
      return {
        kind: 'failed',
        failure: 'invalid',
        reason:
          'This template prints values in a way that cannot be followed, so that they could become a part of ' +
          'the SQL: by self, by recursive loops, or with characters that no text has.',
      };
    if (rendered.text.length > LONGEST_TEXT)
      return {
        kind: 'failed',
        failure: 'limit',
        reason: `The rendered text is longer than ${LONGEST_TEXT} characters.`,
      };
    return {
      kind: 'rendered',
      ...rendered,
      cacheKeys,
      removedFilters: [...removed],
      readFilters: [...read],
      pieces: [...pieces],
    };
  } catch (error) {
    // A lookup that was null in this round may be what the template stumbled over.
    if (missing.length > 0 && failure === null) return { kind: 'lookups', lookups: missing };
    return failed(failure ?? messageOf(error), text, data);
  } finally {
    release(environment);
  }
}

/** What brings values of users into a template, their own names too, and SQL that may hold them. */
const people =
  /\b(current_username|current_user_email|current_user_roles|filter_values|get_filters|get_time_filter|url_param|columns|groupby|metrics|filter|time_column|time_grain|row_limit|row_offset|metric|dataset|debug)\b/;

/** The template with marks around its outputs; `null` where they cannot be distinguished from what is printed. */
function followed(text: string, data: RenderRequest['data'], answers: RenderRequest['answers']): string | null {
  if (marksOfOutputs.test(printExactJson([data, answers]))) return null;
  const taken = new Set([...Object.keys(macros), ...(partitionNamespaces[data.dialect] ?? []), ...engineNames]);
  // A parameter that is called like a macro, or like what the engine sets by itself, is not what the template reads by
  // that name.
  const params = Object.keys(data.params).filter((name) => !taken.has(name));
  const trusted = new Set([
    ...params,
    'table_columns',
    'from_dttm',
    'to_dttm',
    'range',
    'dict',
    'current_user_id',
    'current_user_rls_rules',
  ]);
  return markOutputs(text, new Set([...Object.keys(variablesOf(data)), ...taken]), trusted);
}

/** What the engine brings along. */
const engineNames = ['cycler', 'debug', 'dict', 'joiner', 'namespace', 'range', 'loop', 'caller', 'varargs', 'kwargs'];

/** An engine that trapped cannot be freed any more; the thread it lives in is about to end. */
function release(environment: Environment): void {
  try {
    environment.free();
  } catch {
    // Its memory goes with the thread.
  }
}

/** Bounds, raw query values and parameters; what is open or unset does not exist, so that templates can test for it. */
function variablesOf({ timeRange, query, params }: RenderRequest['data']): Readonly<Record<string, unknown>> {
  const bounds = { from_dttm: isoOf(timeRange?.since), to_dttm: isoOf(timeRange?.until) };
  return Object.fromEntries(
    Object.entries({ ...query, ...bounds, ...params }).filter(([, value]) => value !== undefined),
  );
}

function isoOf(epochMs: number | null | undefined): string | undefined {
  return epochMs === null || epochMs === undefined ? undefined : new Date(epochMs).toISOString().slice(0, 19);
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

function failed(message: string, text: string, data: RenderRequest['data']): RenderReply {
  if (/unreachable|recursive use|out of bounds|memory/.test(message))
    return { kind: 'failed', failure: 'limit', reason: 'The template needs more memory than a template may use.' };
  if (message.includes('out of fuel'))
    return { kind: 'failed', failure: 'limit', reason: 'The template takes more steps than a template may take.' };
  if (message.includes('undefined value'))
    return {
      kind: 'failed',
      failure: 'missing',
      reason: unknownNames(text, data).join(', ') || 'a value of a template expression',
    };
  return { kind: 'failed', failure: 'invalid', reason: reasonOf(message) };
}

/** What the engine says, with the line and the mark below it, without the frame that it draws around them. */
function reasonOf(message: string): string {
  const [first = '', ...rest] = message.split('\n');
  const told = first.replace(' (in <string>:', ' (line ').replace(/^.*?error: /, '');
  const frame = rest.findIndex((line) => /^~{3,}$/.test(line));
  const source = frame === -1 ? [] : rest.slice(0, frame).filter((line) => !/^-{3,} .* -{3,}$/.test(line));
  // The mark stands behind a sign of the frame.
  return [told, ...source.map((line) => line.replace(/^(\s+)i(\s+\^)/, '$1 $2'))].join('\n');
}

const words = new Set([
  'if',
  'elif',
  'else',
  'endif',
  'for',
  'endfor',
  'in',
  'is',
  'not',
  'and',
  'or',
  'set',
  'endset',
  'none',
  'None',
  'true',
  'True',
  'false',
  'False',
  'defined',
  'undefined',
  'loop',
  'recursive',
  'with',
  'endwith',
  'filter',
  'endfilter',
  'macro',
  'endmacro',
  'raw',
  'endraw',
  'namespace',
  'range',
  'dict',
  'do',
]);

/** Names in the template that nothing defines, for the message only. */
function unknownNames(text: string, data: RenderRequest['data']): string[] {
  const code = [...text.matchAll(/\{\{(.*?)\}\}|\{%(.*?)%\}/gs)]
    .map((match) => match[1] ?? match[2] ?? '')
    .join('\n')
    .replace(/'[^']*'|"[^"]*"/g, ' ');
  const assigned = new Set([...code.matchAll(/\b(?:set|for)\s+(\w+)/g)].map((match) => match[1]));
  const known = (name: string) =>
    words.has(name) || assigned.has(name) || Object.hasOwn(macros, name) || Object.hasOwn(variablesOf(data), name);
  // Behind a dot is an attribute, behind a bar a filter, behind "is" a test, before "=" the name of an argument.
  const names = [...code.matchAll(/(?<![.|]\s*|\bis\s+(?:not\s+)?)\b([A-Za-z_]\w*)\b(?!\s*=[^=])/g)].map(
    (match) => match[1] ?? '',
  );
  return [...new Set(names.filter((name) => !known(name)))];
}
