import { startCompletion, type CompletionResult } from '@codemirror/autocomplete';
import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, type Command } from '@codemirror/view';
import { t } from '@tessera/core/messages';
import { applyMend, problemAt, type Problem } from './problems.ts';

const askMends = StateEffect.define<Problem>();

/** The problem whose mends are offered, until something else happens. */
const mending = StateField.define<Problem | null>({
  create: () => null,
  update: (problem, transaction) => {
    const asked = transaction.effects.find((effect) => effect.is(askMends));
    if (asked) return asked.value;
    return transaction.docChanged || transaction.selection ? null : problem;
  },
});

export const mendState: Extension = mending;

/** Go to the problem that the cursor means, and offer what mends it. */
export const offerMends: Command = (view) => {
  const problem = problemAt(view);
  if (!problem) return false;
  view.dispatch({
    selection: { anchor: problem.to },
    effects: [
      askMends.of(problem),
      EditorView.scrollIntoView(problem.from, { y: 'nearest' }),
      EditorView.announce.of(
        problem.mends.length > 0 ? problem.message : `${problem.message} ${t('Nothing mends it.')}`,
      ),
    ],
  });
  return problem.mends.length > 0 ? startCompletion(view) : true;
};

/** The mends as a list of the editor; `null` where none were asked for. */
export function mendResult(state: EditorState): CompletionResult | null {
  const problem = state.field(mending);
  if (problem === null || problem.mends.length === 0) return null;
  return {
    from: problem.from,
    to: problem.to,
    filter: false,
    options: problem.mends.map((mend) => ({
      label: mend.label,
      type: 'mend',
      apply: (view) => applyMend(view, mend),
    })),
  };
}
