import type { Suggestion } from '../../ui/code-editor/editor-props.ts';
import { templateMacros } from './macros.ts';

/** What an expression can be written with. */
export type ExpressionNames = {
  readonly columns: readonly { readonly name: string; readonly type: string | null }[];
  readonly metrics: readonly { readonly name: string; readonly expression: string }[];
};

/** Names that the editor offers: columns with their types, saved metrics as their SQL, functions, macros. */
export function expressionSuggestions(
  { columns, metrics }: ExpressionNames,
  functions: readonly string[],
): readonly Suggestion[] {
  return [
    ...columns.map(({ name, type }): Suggestion => ({
      label: name,
      kind: 'column',
      ...(type === null ? {} : { detail: type.toLowerCase() }),
    })),
    ...metrics.map(({ name, expression }): Suggestion => ({
      label: name,
      kind: 'metric',
      detail: shortened(expression),
      // As a part of a larger expression it keeps its own order of operations.
      insert: /^\w+\([^()]*\)$/.test(expression) ? expression : `(${expression})`,
    })),
    ...functions.map((name): Suggestion => ({ label: name, kind: 'function' })),
    ...templateMacros(),
  ];
}

const MAX_DETAIL = 40;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_DETAIL ? `${line.slice(0, MAX_DETAIL - 1)}…` : line;
}
