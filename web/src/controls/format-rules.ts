import { msg } from '@tessera/core/messages';
/** Rules that colour cells or numbers by value, as saved charts hold them ([9.0-16]). */

export const ruleOperators = ['None', '>', '<', '≥', '≤', '=', '≠', '< x <', '≤ x ≤', '≤ x <', '< x ≤'] as const;
export type RuleOperator = (typeof ruleOperators)[number];

/** State colours follow the theme; a hex colour stays as it is. */
export const ruleColors = [
  { value: 'colorSuccess', label: msg('Good') },
  { value: 'colorWarning', label: msg('Warning') },
  { value: 'colorError', label: msg('Bad') },
] as const;

export type FormatRule = {
  readonly column: string;
  readonly operator: RuleOperator;
  readonly targetValue?: number;
  readonly targetValueLeft?: number;
  readonly targetValueRight?: number;
  readonly colorScheme: string;
};

/** The stored spellings of older charts are read as well. */
const spellings: Readonly<Record<string, RuleOperator>> = { '>=': '≥', '<=': '≤', '==': '=', '!=': '≠' };

export function readFormatRules(value: unknown): FormatRule[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((rule): rule is Readonly<Record<string, unknown>> => typeof rule === 'object' && rule !== null)
    .map((rule) => {
      const text = typeof rule['operator'] === 'string' ? rule['operator'] : 'None';
      const operator = ruleOperators.find((known) => known === text) ?? spellings[text] ?? 'None';
      return {
        ...rule,
        column: typeof rule['column'] === 'string' ? rule['column'] : '',
        operator,
        colorScheme: typeof rule['colorScheme'] === 'string' ? rule['colorScheme'] : 'colorSuccess',
        ...numberPart('targetValue', rule),
        ...numberPart('targetValueLeft', rule),
        ...numberPart('targetValueRight', rule),
      };
    });
}

function numberPart(
  name: 'targetValue' | 'targetValueLeft' | 'targetValueRight',
  rule: Readonly<Record<string, unknown>>,
) {
  const value = Number(rule[name]);
  return rule[name] === undefined || rule[name] === null || !Number.isFinite(value) ? {} : { [name]: value };
}

/** How many targets a comparison takes: none colours by size, the between variants take two. */
export function targetsOf(operator: RuleOperator): 0 | 1 | 2 {
  if (operator === 'None') return 0;
  return operator.includes('x') ? 2 : 1;
}

/** What is wrong with a rule, or null. */
export function ruleProblem(rule: FormatRule): string | null {
  if (rule.column === '') return msg('Choose a column.');
  const targets = targetsOf(rule.operator);
  if (targets === 1 && rule.targetValue === undefined) return msg('Give a value.');
  if (targets !== 2) return null;
  if (rule.targetValueLeft === undefined || rule.targetValueRight === undefined) return msg('Give both values.');
  return rule.targetValueLeft > rule.targetValueRight ? msg('The left value is larger than the right one.') : null;
}
