import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { StateEffect, StateField, type ChangeDesc, type Extension } from '@codemirror/state';
import { ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view';
import type { Mend } from '@tessera/query/sql-assist/faults-model';
import { element } from './description-pane.ts';
import { typedField, typingLeft } from './typing.ts';

/** Something wrong at a place of the text, and what would mend it. */
export type Problem = {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** The same in plain words. */
  readonly explanation: string | null;
  readonly mends: readonly Mend[];
};

/** Who found it: the text itself, the database in what is written, or the database in what ran. */
export type ProblemOrigin = 'text' | 'validation' | 'database';
type Problems = Readonly<Record<ProblemOrigin, readonly Problem[]>>;

const setProblems = StateEffect.define<{ readonly origin: ProblemOrigin; readonly problems: readonly Problem[] }>();

const problemsField = StateField.define<Problems>({
  create: () => ({ text: [], validation: [], database: [] }),
  update: (problems, transaction) => {
    let next = problems;
    if (transaction.docChanged)
      next = {
        text: moved(next.text, transaction.changes),
        validation: moved(next.validation, transaction.changes),
        database: moved(next.database, transaction.changes),
      };
    for (const effect of transaction.effects)
      if (effect.is(setProblems)) next = { ...next, [effect.value.origin]: effect.value.problems };
    return next;
  },
});

/** Where problems stand after a change; one whose own text changed is gone. */
function moved(problems: readonly Problem[], changes: ChangeDesc): readonly Problem[] {
  return problems.flatMap((problem) => {
    if (changes.touchesRange(problem.from, problem.to)) return [];
    const at = (place: number) => changes.mapPos(place, 1);
    const mends = problem.mends.map((mend) => ({ ...mend, from: at(mend.from), to: at(mend.to) }));
    return { ...problem, from: at(problem.from), to: at(problem.to), mends };
  });
}

/** Marks that wait until what they are about is written out. */
const waiting = ViewPlugin.fromClass(
  class {
    readonly view: EditorView;
    readonly held = new Map<ProblemOrigin, readonly Problem[]>();
    timer: ReturnType<typeof setTimeout> | undefined;
    constructor(view: EditorView) {
      this.view = view;
    }
    hold(origin: ProblemOrigin, problems: readonly Problem[], ms: number): void {
      this.held.set(origin, problems);
      this.releaseIn(ms);
    }
    releaseIn(ms: number): void {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        const all = [...this.held];
        this.held.clear();
        for (const [origin, problems] of all) drawProblems(this.view, origin, problems);
      }, ms);
    }
    update({ docChanged, selectionSet, state }: ViewUpdate): void {
      // Another text is looked at anew.
      if (docChanged) this.held.clear();
      else if (selectionSet && this.held.size > 0 && typingLeft(state, Date.now()) === 0) this.releaseIn(0);
    }
    destroy(): void {
      clearTimeout(this.timer);
    }
  },
);

export const problemsOf: Extension = [problemsField, typedField, waiting];

/**
 * Mark problems in the text, in the place of those of the same origin. What comes while somebody types waits until they
 * pause or leave the line; what is mended is gone at once.
 */
export function showProblems(view: EditorView, origin: ProblemOrigin, problems: readonly Problem[]): void {
  const ms = origin === 'database' ? 0 : typingLeft(view.state, Date.now());
  const before = view.state.field(problemsField)[origin];
  const known = problems.filter((problem) => before.some((each) => isSame(each, problem)));
  const isHeld = ms > 0 && known.length < problems.length;
  drawProblems(view, origin, isHeld ? known : problems);
  if (isHeld) view.plugin(waiting)?.hold(origin, problems, ms);
}

function isSame(one: Problem, other: Problem): boolean {
  return one.from === other.from && one.message === other.message;
}

function drawProblems(view: EditorView, origin: ProblemOrigin, problems: readonly Problem[]): void {
  const { length } = view.state.doc;
  const inside = problems.filter(({ from, to }) => from <= to && to <= length);
  const before = view.state.field(problemsField)[origin];
  // A mark whose text changed is drawn, in the gutter at least, until the marks are drawn anew.
  const isDrawn = (drawn.get(view) ?? 0) === allProblems(view).length;
  if (before.length === 0 && inside.length === 0 && isDrawn) return;
  view.dispatch({ effects: setProblems.of({ origin, problems: inside }) });
  const all = allProblems(view);
  drawn.set(view, all.length);
  view.dispatch(setDiagnostics(view.state, all.map(diagnosticOf)));
}

/** How many marks were drawn last. */
const drawn = new WeakMap<EditorView, number>();

function allProblems(view: EditorView): readonly Problem[] {
  const { text, validation, database } = view.state.field(problemsField);
  // What the database says of a place is worth more than a guess, and is said once.
  const found = [...database, ...apart(validation, database)];
  return [...found, ...apart(text, found)].toSorted((one, other) => one.from - other.from);
}

/** Those that lie beside the others. */
function apart(problems: readonly Problem[], others: readonly Problem[]): readonly Problem[] {
  return problems.filter((problem) => !others.some(({ from, to }) => problem.from < to && from < problem.to));
}

function diagnosticOf(problem: Problem): Diagnostic {
  const { from, to, severity, message, explanation, mends } = problem;
  return {
    from,
    to,
    severity,
    message: explanation === null ? message : `${explanation} ${message}`,
    renderMessage: () => {
      const box = element('div', 'problem');
      if (explanation !== null) box.append(element('p', 'problemText', explanation));
      box.append(element('p', explanation === null ? 'problemText' : 'problemSaid', message));
      return box;
    },
    actions: mends.slice(0, 4).map(({ label }, at) => ({
      name: label,
      // The text may have changed since: the mend is where the problem is now.
      apply: (view, now) => {
        const mend = allProblems(view).find((each) => each.from === now && each.message === message)?.mends[at];
        if (mend) applyMend(view, mend);
      },
    })),
  };
}

export function applyMend(view: EditorView, { from, to, insert }: Mend): void {
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.mend',
  });
  view.focus();
}

/** The problem that a cursor means: the one that it is in, on its line, behind it, or the first one. */
export function problemAt(view: EditorView): Problem | null {
  const all = allProblems(view);
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head);
  return (
    all.find(({ from, to }) => from <= head && head <= to) ??
    all.find(({ from }) => line.from <= from && from <= line.to) ??
    all.find(({ from }) => from >= head) ??
    all[0] ??
    null
  );
}
