import {
  CharStreams,
  CommonTokenStream,
  PredictionMode,
  TerminalNode,
  type Lexer,
  type Parser,
  type ParserRuleContext,
  type ParseTree,
  type Token,
} from 'antlr4ng';
import type { SqlRead } from './reading.ts';

/** A rule of the grammar with what it is made of, or one token. */
export type Branch = { readonly rule: string; readonly children: readonly Branch[]; readonly text: string };

/** How one grammar is asked. */
export type Grammar = {
  readonly lexer: new (input: ReturnType<typeof CharStreams.fromString>) => Lexer;
  readonly parser: new (input: CommonTokenStream) => Parser & { readonly program: () => ParserRuleContext };
};

type Parsed = { readonly ok: true; readonly tree: Branch } | Extract<SqlRead, { ok: false }>;

/**
 * The tree of a text that may hold one or several statements. What can be predicted without the context of a rule takes
 * a small part of the time, and gives the same tree or an error (the documentation of `PredictionMode` says so); only
 * what fails is read again with all of it.
 */
export function parse(sql: string, grammar: Grammar): Parsed {
  const quick = parseBy(PredictionMode.SLL, sql, grammar);
  return quick.ok ? quick : parseBy(PredictionMode.LL, sql, grammar);
}

function parseBy(mode: number, sql: string, { lexer, parser }: Grammar): Parsed {
  let first: string | null = null;
  const listener = {
    // Its place is where a grammar gives up, which may be long behind the mistake.
    syntaxError: (_recognizer: unknown, _symbol: unknown, _line: number, _column: number, message: string) =>
      void (first ??= message),
    reportAmbiguity: () => undefined,
    reportAttemptingFullContext: () => undefined,
    reportContextSensitivity: () => undefined,
  };
  const cut = new lexer(CharStreams.fromString(sql));
  const reader = new parser(new CommonTokenStream(cut));
  reader.interpreter.predictionMode = mode;
  for (const one of [cut, reader]) {
    one.removeErrorListeners();
    one.addErrorListener(listener);
  }
  const tree = reader.program();
  if (first !== null) return { ok: false, why: 'syntax', reason: first };
  return { ok: true, tree: branchOf(tree, reader.ruleNames) };
}

function branchOf(tree: ParseTree, rules: readonly string[]): Branch {
  if (tree instanceof TerminalNode)
    return { rule: '', children: [], text: tree.getSymbol().type === END ? '' : tree.getText() };
  const context = tree as ParserRuleContext;
  const children = Array.from({ length: context.getChildCount() }, (_, index) =>
    branchOf(context.getChild(index) as ParseTree, rules),
  ).filter((child) => child.rule !== '' || child.text !== '');
  return { rule: rules[context.ruleIndex] ?? '', children, text: children.map((child) => child.text).join('') };
}

const END: Token['type'] = -1;

/** Visit a tree, those around before those inside. */
export function visit(tree: Branch, look: (branch: Branch) => void): void {
  const pending = [tree];
  for (let branch = pending.pop(); branch !== undefined; branch = pending.pop()) {
    look(branch);
    pending.push(...branch.children);
  }
}

/** The name of a call, `name ( … )`, in lower case and without quotes; `null` for what is none. */
export function callOf({ children }: Branch): string | null {
  const [name, open] = children;
  if (name === undefined || open?.text !== '(' || open.rule !== '') return null;
  if (
    name.rule === ''
      ? !/^[a-z_]\w*$/i.test(name.text)
      : !/^(functionName|scalarFunctionName|functionNameBase)$/.test(name.rule)
  )
    return null;
  return partsOf(name.text).join('.');
}

/** Parts of a path, in lower case and without quotes. */
export function partsOf(text: string): string[] {
  return exactPartsOf(text).map((part) => part.toLowerCase());
}

/** Parts of a path as they are written, without quotes. */
export function exactPartsOf(text: string): string[] {
  return (text.match(/"(?:[^"]|"")*"|`(?:[^`]|``)*`|[^.\s]+/g) ?? []).map((part) =>
    part.replace(/^["`]|["`]$/g, '').replace(/""|``/g, (pair) => pair.slice(1)),
  );
}
