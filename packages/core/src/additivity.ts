/**
 * Whether a metric is additive: over everything, over everything but time (a level such as a stock), or
 * over nothing. What nobody knows is not additive.
 */
export const additivities = ['additive', 'semi_additive', 'non_additive', 'unknown'] as const;
export type Additivity = (typeof additivities)[number];

/** By label of the metric, as columns of a result are named. */
export type Additivities = Readonly<Record<string, Additivity>>;

/** Whether values of one period or of no period at all add up: tooltips, stacks, shares, Others, subtotals. */
export function addsUp(additivity: Additivity | undefined): boolean {
  return additivity === 'additive' || additivity === 'semi_additive';
}

/** Whether values of several periods add up too. */
export function addsUpOverTime(additivity: Additivity | undefined): boolean {
  return additivity === 'additive';
}

/** What an aggregate of a simple metric is; any case. */
export function additivityOfAggregate(aggregate: string | null | undefined): Additivity {
  switch (aggregate?.toUpperCase()) {
    case 'SUM':
    case 'COUNT':
      return 'additive';
    case undefined:
      return 'unknown';
    default:
      return 'non_additive';
  }
}

/** What the author of a dataset says of a metric: the key `additivity` in the JSON text of its `extra`. */
export function declaredAdditivity(extra: string | null | undefined): Additivity | null {
  if (!extra) return null;
  try {
    const parsed: unknown = JSON.parse(extra);
    const said: unknown =
      typeof parsed === 'object' && parsed !== null && 'additivity' in parsed ? parsed.additivity : null;
    return additivities.find((one) => one === said) ?? null;
  } catch {
    return null;
  }
}

/**
 * The `extra` of a metric with another `additive` of its author; everything else in it is preserved. Null removes it.
 */
export function withDeclaredAdditivity(extra: string | null | undefined, additivity: Additivity | null): string | null {
  const kept = recordOf(extra);
  const { additivity: _before, ...rest } = kept;
  const next = additivity === null ? rest : { ...rest, additivity };
  return Object.keys(next).length === 0 ? null : JSON.stringify(next);
}

function recordOf(text: string | null | undefined): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text || '{}');
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : {};
  } catch {
    return {};
  }
}
