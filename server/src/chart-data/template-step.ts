import { createHash } from 'node:crypto';
import { columnLabel } from '@tessera/core/form-data';
import type { QueryContext, QueryObject } from '@tessera/core/query-object';
import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { ownValue } from '@tessera/core/own-value';
import { dialectOf } from '@tessera/query/dialects/registry';
import { hasMarks } from '@tessera/core/template-marks';
import { bindAll } from '../bind-all.ts';
import type { Principal } from '../principal.ts';
import type { Rendered as RenderedText, TemplateRenderer } from '../templates/render.ts';
import type {
  Lookup,
  LookupAnswer,
  TemplateData,
  TemplateTimeRange,
  TemplateUser,
} from '../templates/template-data.ts';
import type { ResolvedDataset } from './dataset.ts';
import type { TimeReader } from './resolve/resolve.ts';
import { seesRules } from './edge/redact.ts';
import { hiddenRules } from './hidden-rules.ts';
import { unreachable } from './resolve/template-reach.ts';
import { assertTrusted } from './resolve/template-values.ts';
import { queryTexts, renderDataset, namesIn, renderQuery, madeExpressions } from './template-texts.ts';

export type Asked = {
  readonly principal: Principal;
  readonly context: Pick<QueryContext, 'form_data'>;
  /** What the address of the request says, by name. */ readonly addressed?: Readonly<Record<string, string>>;
  /** Aborted when nobody waits any more. */ readonly signal?: AbortSignal;
  /** Called before a database is asked; it may throw. */ readonly mayAsk?: () => void;
};

/** A query and its dataset without template marks, and the columns whose filters the templates took over. */
export type Rendered = {
  readonly query: QueryObject;
  readonly dataset: ResolvedDataset;
  readonly takenOver: readonly string[];
  /** Columns whose filters the templates read, taken over or not. */ readonly readFilters: readonly string[];
  /** Clauses of row-level rules stand in the texts. */ readonly holdsRules: boolean;
};

export type TemplateStep = {
  /**
   * Render every SQL text that the query uses. What the templates read goes into the version of the dataset, and so
   * into the cache key.
   * @throws AppError
   */
  readonly render: (asked: Asked, dataset: ResolvedDataset, query: QueryObject) => Promise<Rendered>;
  /**
   * Render one text outside of a query: the clause of a row-level rule. `rules` is what current_user_rls_rules()
   * tells.
   * @throws AppError
   */
  readonly renderText: (
    principal: Principal,
    dataset: ResolvedDataset,
    text: string,
    rules: readonly string[],
  ) => Promise<string>;
  /** Render the SQL of a dataset that is being saved, as a chart with `query` would. @throws AppError */
  readonly renderSource: (
    principal: Principal,
    dataset: ResolvedDataset,
    text: string,
    query: QueryObject,
  ) => Promise<{
    readonly text: string;
    /** The text has clauses of row-level rules in it. */ readonly holdsRules: boolean;
  }>;
};

type Needs = {
  readonly templates: TemplateRenderer;
  readonly userOf: (principal: Principal) => Promise<TemplateUser | null>;
  /** Clauses of the row-level rules that bind the user on a dataset; unrendered. */
  readonly rulesOf: (principal: Principal, dataset: ResolvedDataset) => Promise<readonly string[]>;
  readonly readTime: TimeReader;
  readonly lookUp: (
    asked: Asked,
    dataset: ResolvedDataset,
    query: QueryObject,
    lookup: Lookup,
  ) => Promise<LookupAnswer>;
};

/** What a text of a query may bring in. */
type Hold = {
  /** Why a macro may not be answered; `null` when it may. */
  readonly refuse?: (lookup: Lookup) => string | null;
  /** Clauses of row-level rules may come with it. */
  readonly mayHoldRules: boolean;
  /** What users send is taken for a value. */
  readonly isFollowed?: boolean;
};

const RULES_APPLY =
  'Row-level rules apply to that dataset: its query may stand in the SQL of a dataset, not in that of a chart.';

/** The macro that tells the clauses of rules. */
const RULES_MACRO = 'current_user_rls_rules';

/** The step before names are looked up: templates become SQL, for this user and this query. */
export function createTemplateStep(needs: Needs): TemplateStep {
  return bindAll(needs, { render, renderText, renderSource });
}

async function render(needs: Needs, asked: Asked, dataset: ResolvedDataset, query: QueryObject): Promise<Rendered> {
  if (!datasetHasMarks(dataset) && !queryTexts(query).some(hasMarks))
    return { query, dataset, takenOver: [], readFilters: [], holdsRules: false };
  const rules = await needs.rulesOf(asked.principal, dataset);
  const data = dataOf(query, dataset, asked, await needs.userOf(asked.principal), rules, needs.readTime);
  // What a user writes into a query comes back to them as data: it tells rules only to those who may read them.
  const mayRead = seesRules(asked.principal);
  const found: Found = { cacheKeys: [], removed: new Set(), read: new Set(), holdsRules: false };
  const textOf = (known: TemplateData, hold: Hold) => (sql: string) =>
    renderHeld(needs, { asked, dataset, query, known, hold, found }, sql);
  // Expressions are bounded by what they may call; the SQL of a dataset reads whatever its author may.
  const plain = await renderDataset(
    dataset,
    namesIn(query),
    textOf(data, { mayHoldRules: true }),
    textOf(data, { mayHoldRules: true, isFollowed: true }),
  );
  const refuse = (lookup: Lookup) => unreachable(lookup, asked.principal, dataset, rules.length > 0 && !mayRead);
  const clean = await renderQuery(
    query,
    new Set(dataset.columns.map(({ name }) => name)),
    textOf(mayRead ? data : { ...data, rlsRules: null }, { refuse, mayHoldRules: mayRead }),
  );
  // Expressions of the dataset may name what those of users may not: whoever sends the text that one becomes finds
  // no result of it.
  const made = madeExpressions(dataset, plain);
  const version = createHash('sha256')
    .update(printExactJson([dataset.versionKey, found.cacheKeys, made]))
    .digest('hex');
  return {
    dataset: found.cacheKeys.length + made.length === 0 ? plain : { ...plain, versionKey: version },
    query:
      found.removed.size === 0
        ? clean
        : { ...clean, filters: (clean.filters ?? []).filter((filter) => !found.removed.has(columnLabel(filter.col))) },
    takenOver: [...found.removed].filter((column) =>
      (query.filters ?? []).some((filter) => columnLabel(filter.col) === column),
    ),
    readFilters: [...found.read],
    holdsRules: found.holdsRules,
  };
}

/** What the texts of one query read and brought in. */
type Found = {
  readonly cacheKeys: unknown[];
  readonly removed: Set<string>;
  readonly read: Set<string>;
  holdsRules: boolean;
};

/** Render one text of a query, and note in `found` what it read. */
async function renderHeld(
  needs: Needs,
  {
    asked,
    dataset,
    query,
    known,
    hold,
    found,
  }: {
    readonly asked: Asked;
    readonly dataset: ResolvedDataset;
    readonly query: QueryObject;
    readonly known: TemplateData;
    readonly hold: Hold;
    readonly found: Found;
  },
  sql: string,
): Promise<string> {
  const secrets = hiddenRules(seesRules(asked.principal), dialectOf(dataset.dialect).grammar);
  const find = async (lookup: Lookup): Promise<LookupAnswer> => {
    const reason = hold.refuse?.(lookup) ?? null;
    if (reason !== null) return { ok: false, reason };
    const answer = await needs.lookUp(asked, dataset, query, lookup);
    if (!answer.ok || answer.holdsRules !== true) return answer;
    found.holdsRules = true;
    return hold.mayHoldRules ? secrets.hide(answer) : { ok: false, reason: RULES_APPLY };
  };
  const rendered = await renderDeep(needs, sql, known, find, {
    signal: asked.signal,
    isFollowed: hold.isFollowed === true,
  });
  if (rendered.namesRules && known.rlsRules !== null) found.holdsRules = true;
  found.cacheKeys.push(...rendered.cacheKeys);
  for (const column of rendered.removedFilters) found.removed.add(column);
  for (const column of rendered.readFilters) found.read.add(column);
  return secrets.show(rendered.text);
}

async function renderText(
  needs: Needs,
  principal: Principal,
  dataset: ResolvedDataset,
  text: string,
  rules: readonly string[],
): Promise<string> {
  if (!hasMarks(text)) return text;
  const data = dataOf({}, dataset, { principal, context: {} }, await needs.userOf(principal), rules, needs.readTime);
  return (
    await renderDeep(needs, text, data, (lookup) => needs.lookUp({ principal, context: {} }, dataset, {}, lookup))
  ).text;
}

async function renderSource(
  needs: Needs,
  principal: Principal,
  dataset: ResolvedDataset,
  text: string,
  query: QueryObject,
): Promise<{ readonly text: string; readonly holdsRules: boolean }> {
  if (!hasMarks(text)) return { text, holdsRules: false };
  const data = dataOf(
    query,
    dataset,
    { principal, context: {} },
    await needs.userOf(principal),
    await needs.rulesOf(principal, dataset),
    needs.readTime,
  );
  let holdsRules = false;
  const secrets = hiddenRules(seesRules(principal), dialectOf(dataset.dialect).grammar);
  const rendered = await renderDeep(needs, text, data, async (lookup) => {
    const answer = await needs.lookUp({ principal, context: {} }, dataset, query, lookup);
    holdsRules ||= answer.ok && answer.holdsRules === true;
    return secrets.hide(answer);
  });
  return {
    text: secrets.show(rendered.text),
    holdsRules: holdsRules || (rendered.namesRules && data.rlsRules !== null),
  };
}

/** What a macro brings (a saved metric) may be a template itself; its answer is rendered with the same data. */
async function renderDeep(
  needs: Needs,
  text: string,
  data: TemplateData,
  find: (lookup: Lookup) => Promise<LookupAnswer>,
  how: { readonly signal?: AbortSignal | undefined; readonly isFollowed?: boolean } = {},
  depth = 0,
): Promise<RenderedText & { readonly namesRules: boolean }> {
  if (depth > DEEPEST) throw new AppError('template_invalid', { reason: 'Infinite recursion detected in template' });
  const inner: unknown[] = [];
  const removed: string[] = [];
  const read: string[] = [];
  let namesRules = text.includes(RULES_MACRO);
  const rendered = await needs.templates.render(
    text,
    data,
    async (lookup) => {
      const answer = await find(lookup);
      if (!answer.ok || typeof answer.value !== 'string' || !hasMarks(answer.value)) return answer;
      const deeper = await renderDeep(needs, answer.value, data, find, how, depth + 1);
      inner.push(...deeper.cacheKeys);
      removed.push(...deeper.removedFilters);
      read.push(...deeper.readFilters);
      namesRules ||= deeper.namesRules;
      return { ok: true, value: deeper.text };
    },
    how,
  );
  if (how.isFollowed) assertTrusted(rendered, data.dialect);
  return {
    ...rendered,
    cacheKeys: [...rendered.cacheKeys, ...inner],
    removedFilters: [...rendered.removedFilters, ...removed],
    readFilters: [...rendered.readFilters, ...read],
    namesRules,
  };
}

/** Metrics that name metrics; deeper is a circle. */
const DEEPEST = 8;

const known = new WeakMap<ResolvedDataset, boolean>();

function datasetHasMarks(dataset: ResolvedDataset): boolean {
  const kept = known.get(dataset);
  if (kept !== undefined) return kept;
  const texts = [
    dataset.source.kind === 'sql' ? dataset.source.sql : '',
    dataset.fetchValuesPredicate ?? '',
    ...dataset.columns.map((column) => column.expression ?? ''),
    ...dataset.metrics.map((metric) => metric.expression),
  ];
  const found = texts.some(hasMarks);
  known.set(dataset, found);
  return found;
}

function dataOf(
  query: QueryObject,
  dataset: ResolvedDataset,
  { context, addressed = {} }: Asked,
  user: TemplateUser | null,
  rules: readonly string[],
  readTime: TimeReader,
): TemplateData {
  const timeColumn = query.granularity ?? query.granularity_sqla ?? dataset.mainTimeColumn;
  const rangeOf = (text: string): TemplateTimeRange => ({
    text,
    ...readTime(text, {
      relativeStart: query.extras?.relative_start ?? 'today',
      relativeEnd: query.extras?.relative_end ?? 'today',
      shift: query.time_shift ?? null,
      zone: dataset.timeZone,
    }),
  });
  const timeFilters = Object.fromEntries(
    (query.filters ?? []).flatMap((filter) =>
      filter.op.toUpperCase() === 'TEMPORAL_RANGE' && typeof filter.val === 'string' && typeof filter.col === 'string'
        ? [[filter.col, rangeOf(filter.val)]]
        : [],
    ),
  );
  const main = query.time_range
    ? rangeOf(query.time_range)
    : ((timeColumn ? ownValue(timeFilters, timeColumn) : undefined) ?? Object.values(timeFilters)[0] ?? null);
  return {
    dialect: dataset.dialect,
    user,
    rlsRules: rules.length > 0 ? rules : null,
    urlParams: {
      request: addressed,
      form: { ...textsOf(context.form_data?.['url_params']), ...textsOf(query.url_params) },
    },
    filters: query.filters ?? [],
    timeRange: main,
    timeFilters,
    timeColumn,
    columnTypes: Object.fromEntries(dataset.columns.map((column) => [column.name, column.timeFormat ?? column.type])),
    query: {
      columns: query.columns ?? [],
      groupby: query.groupby ?? query.columns ?? [],
      metrics: query.metrics ?? [],
      filter: query.filters ?? [],
      row_limit: query.row_limit ?? null,
      row_offset: query.row_offset ?? 0,
      table_columns: dataset.columns.map((column) => column.name),
      time_column: timeColumn,
      time_grain: query.extras?.time_grain_sqla ?? null,
    },
    params: dataset.templateParams,
  };
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) =>
      typeof text === 'string' || typeof text === 'number' || typeof text === 'boolean' ? [[name, String(text)]] : [],
    ),
  );
}
