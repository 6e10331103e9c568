import { t, tMarked } from '@tessera/core/messages';
import { useState } from 'react';
import { CodeField } from '../ui/code-editor/CodeField.tsx';
import type { EditorProps } from './editor-props.ts';

/** A structure as JSON: what cannot be read stays as it is typed, and says so. */
export function JsonEditor({ control, value, onChange, error }: EditorProps<'json'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? JSON.stringify(value ?? control.default, null, 2);
  return (
    <CodeField
      label={tMarked(control.label)}
      language="plain"
      value={shown}
      onChange={(text) => {
        const read = readObject(text);
        setTyped(text);
        if (read !== null) onChange(read);
      }}
      error={error ?? (readObject(shown) === null ? t('This is not valid JSON.') : null)}
      description={control.hint === undefined ? undefined : tMarked(control.hint)}
      required={control.required === true}
    />
  );
}

function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
