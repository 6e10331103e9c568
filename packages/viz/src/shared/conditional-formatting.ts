import type { ChartTheme } from '../define.ts';
import { toNumber } from '../control-kinds/read.ts';

const RULE_OPERATORS = ['None', '>', '<', '≥', '≤', '=', '≠', '< x <', '≤ x ≤', '≤ x <', '< x ≤'] as const;
type RuleOperator = (typeof RULE_OPERATORS)[number];

export type Rule = {
  readonly column: string | null;
  readonly matches: (value: number) => boolean;
  readonly strength: (value: number, low: number, high: number) => number;
  readonly color: string;
};

/** Stored rules that can be understood; the others are left out. */
export function readRules(stored: readonly Readonly<Record<string, unknown>>[], theme: ChartTheme): readonly Rule[] {
  return stored.flatMap((rule): Rule[] => {
    const operator = readOperator(rule['operator']);
    const test =
      operator === null
        ? null
        : testOf(
            operator,
            toNumber(rule['targetValue']),
            toNumber(rule['targetValueLeft']),
            toNumber(rule['targetValueRight']),
          );
    if (operator === null || test === null) return [];
    const color = ruleColor(rule['colorScheme'], theme);
    return [
      {
        column: typeof rule['column'] === 'string' ? rule['column'] : null,
        color,
        matches: test,
        strength: strengthOf(operator, toNumber(rule['targetValue'])),
      },
    ];
  });
}

function readOperator(stored: unknown): RuleOperator | null {
  if (typeof stored !== 'string') return null;
  return RULE_OPERATORS.find((one) => one === (SPELLINGS[stored] ?? stored)) ?? null;
}

const SPELLINGS: Readonly<Record<string, RuleOperator>> = { '>=': '≥', '<=': '≤', '==': '=', '!=': '≠', none: 'None' };

function testOf(
  operator: RuleOperator,
  target: number | null,
  left: number | null,
  right: number | null,
): ((value: number) => boolean) | null {
  if (operator === 'None') return () => true;
  if (operator.includes('x')) return left === null || right === null ? null : between(operator, left, right);
  if (target === null) return null;
  const tests: Readonly<Record<string, (value: number) => boolean>> = {
    '>': (value) => value > target,
    '<': (value) => value < target,
    '≥': (value) => value >= target,
    '≤': (value) => value <= target,
    '=': (value) => value === target,
    '≠': (value) => value !== target,
  };
  return tests[operator] ?? null;
}

function between(operator: RuleOperator, left: number, right: number): (value: number) => boolean {
  const fromLeft = operator.startsWith('≤') ? (value: number) => value >= left : (value: number) => value > left;
  const toRight = operator.endsWith('≤') ? (value: number) => value <= right : (value: number) => value < right;
  return (value) => fromLeft(value) && toRight(value);
}

/** How strongly a matching cell is tinted, 0.15 to 1: the further from the threshold, the stronger. */
function strengthOf(operator: RuleOperator, target: number | null): Rule['strength'] {
  if (operator === '=' || operator === '≠' || operator.includes('x')) return () => 1;
  return (value, low, high) => {
    const falling = operator === '<' || operator === '≤';
    const from = operator === 'None' || target === null ? low : target;
    const to = falling ? low : high;
    return to === from ? 1 : Math.min(1, 0.15 + 0.85 * Math.abs((value - from) / (to - from)));
  };
}

function ruleColor(stored: unknown, theme: ChartTheme): string {
  const name = typeof stored === 'string' ? stored : 'accent';
  const known = STORED_NAMES[name.toLowerCase()];
  return known === undefined
    ? /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%]+\))$/i.test(name)
      ? name
      : theme.accent
    : theme[known];
}

const STORED_NAMES: Readonly<Record<string, 'success' | 'danger' | 'warning' | 'accent'>> = {
  success: 'success',
  colorsuccess: 'success',
  colorsuccessbg: 'success',
  green: 'success',
  '#ace1c4': 'success',
  danger: 'danger',
  colorerror: 'danger',
  colorerrorbg: 'danger',
  red: 'danger',
  '#efa1aa': 'danger',
  warning: 'warning',
  colorwarning: 'warning',
  colorwarningbg: 'warning',
  alert: 'warning',
  '#fde380': 'warning',
  accent: 'accent',
  primary: 'accent',
};
