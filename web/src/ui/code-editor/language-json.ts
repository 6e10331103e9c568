import { json, jsonParseLinter } from '@codemirror/lang-json';
import { linter } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';

/** JSON, with a mark where it stops being JSON. Nothing written yet is no mistake. */
export function jsonLanguageOf(): Extension {
  const parse = jsonParseLinter();
  return [json(), linter((view) => (view.state.doc.toString().trim() === '' ? [] : parse(view)))];
}
