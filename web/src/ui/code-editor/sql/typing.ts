import { StateField, Transaction, type EditorState } from '@codemirror/state';

/** Whoever has not typed for so long, in ms, is not in the middle of a word. */
const PAUSE_MS = 1200;

/** When somebody typed last, as long as the cursor has not left the line. */
export const typedField = StateField.define<{ readonly at: number; readonly line: number } | null>({
  create: () => null,
  update: (typed, transaction) => {
    const line = transaction.state.doc.lineAt(transaction.newSelection.main.head).number;
    if (transaction.docChanged) {
      const isTyped = transaction.isUserEvent('input.type') || transaction.isUserEvent('delete');
      // A line end is written behind what is finished.
      const isSameLine = transaction.startState.doc.lines === transaction.newDoc.lines;
      return isTyped && isSameLine ? { at: transaction.annotation(Transaction.time) ?? 0, line } : null;
    }
    return typed === null || typed.line === line ? typed : null;
  },
});

/** So much longer what is being typed is not judged, in ms. */
export function typingLeft(state: EditorState, now: number): number {
  const typed = state.field(typedField, false) ?? null;
  return typed === null ? 0 : Math.max(0, typed.at + PAUSE_MS - now);
}
