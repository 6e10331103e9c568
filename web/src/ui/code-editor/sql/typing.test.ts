import { EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import { expect, test } from 'vitest';
import { typedField, typingLeft } from './typing.ts';

const opened = EditorState.create({ doc: 'SELECT \nFROM t', selection: { anchor: 7 }, extensions: typedField });
const stepped = (state: EditorState, ...steps: readonly TransactionSpec[]) =>
  steps.reduce((before, step) => before.update(step).state, state);
const typed = (insert: string, at: number): TransactionSpec => ({
  changes: { from: 7, insert },
  selection: { anchor: 7 + insert.length },
  userEvent: 'input.type',
  annotations: Transaction.time.of(at),
});

test('what is being typed is not judged until its writer pauses', () => {
  const state = stepped(opened, typed('count(', 1000));
  expect([typingLeft(opened, 1000), typingLeft(state, 1000) > 0, typingLeft(state, 60_000)]).toEqual([0, true, 0]);
});

test('nor when the cursor leaves the line, or the line has ended', () => {
  const state = stepped(opened, typed('count(', 1000));
  const within = stepped(state, { selection: { anchor: 2 } });
  const left = stepped(state, { selection: { anchor: state.doc.length } });
  expect([typingLeft(within, 1000) > 0, typingLeft(left, 1000)]).toEqual([true, 0]);
  expect(typingLeft(stepped(opened, typed('count(\n', 1000)), 1000)).toBe(0);
});

test('what is put in from elsewhere is judged at once', () => {
  expect(typingLeft(stepped(opened, { ...typed('count(', 1000), userEvent: 'input.paste' }), 1000)).toBe(0);
});
