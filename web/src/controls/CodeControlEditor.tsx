import { tMarked } from '@tessera/core/messages';
import { CodeField } from '../ui/code-editor/CodeField.tsx';
import type { EditorProps } from './editor-props.ts';

/** A text of many lines in the code editor. */
export function CodeControlEditor({ control, value, onChange, error }: EditorProps<'code'>) {
  return (
    <CodeField
      label={tMarked(control.label)}
      language={control.language}
      value={typeof value === 'string' ? value : control.default}
      onChange={onChange}
      error={error}
      description={control.hint === undefined ? undefined : tMarked(control.hint)}
      required={control.required === true}
    />
  );
}
