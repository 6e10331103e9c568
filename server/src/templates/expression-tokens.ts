/** A part of a template expression. `depth` counts the brackets around it; a bracket is outside of itself. */
export type ExpressionToken = {
  readonly kind: 'name' | 'text' | 'number' | 'sign';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
};

const pattern =
  /\s+|(?<text>'(?:\\[^]|[^'\\])*'|"(?:\\[^]|[^"\\])*")|(?<number>\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<name>[\p{L}_][\p{L}\p{N}_]*)|(?<sign>==|!=|<=|>=|\*\*|\/\/|[-+*/%~|.,:()[\]{}=<>])/uy;

/** The parts of an expression; `null` for one that does not read. */
export function readExpression(expression: string): readonly ExpressionToken[] | null {
  const tokens: ExpressionToken[] = [];
  let depth = 0;
  for (let at = 0; at < expression.length;) {
    pattern.lastIndex = at;
    const found = pattern.exec(expression);
    if (!found) return null;
    const [text] = found;
    const [kind] = (['text', 'number', 'name', 'sign'] as const).filter((one) => found.groups?.[one] !== undefined);
    if (kind !== undefined) {
      if (/^[)\]}]$/.test(text)) depth -= 1;
      tokens.push({ kind, text, start: at, end: at + text.length, depth });
      if (/^[([{]$/.test(text)) depth += 1;
    }
    at += text.length;
  }
  return depth === 0 ? tokens : null;
}

/** Names that stand for values: not those of attributes, filters, tests and named arguments. */
export function namesIn(tokens: readonly ExpressionToken[]): readonly string[] {
  return tokens.flatMap(({ kind, text, depth }, at) => {
    const before = tokens[at - 1]?.text;
    const isNamedArgument = depth > 0 && tokens[at + 1]?.text === '=' && (before === '(' || before === ',');
    return kind !== 'name' || words.has(text) || before === '.' || before === '|' || isNamedArgument ? [] : [text];
  });
}

const words = new Set(['if', 'else', 'in', 'is', 'not', 'and', 'or', 'true', 'True', 'false', 'False', 'none', 'None']);
