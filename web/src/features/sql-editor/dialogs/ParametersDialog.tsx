import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { CodeField } from '../../../ui/code-editor/CodeField.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { editTab } from '../tabs/tabs-store.ts';
import type { EditorTab } from '../tabs/tabs.ts';

/** What the names in the templates of a query stand for. */
export function ParametersDialog({ tab, onClose }: { readonly tab: EditorTab; readonly onClose: () => void }) {
  const [text, setText] = useState(tab.templateParams);
  const problem = parametersProblem(text);
  const save = () => {
    if (problem !== null) return;
    editTab(tab.id, { templateParams: text.trim() });
    onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Template parameters')}
      subtitle={tab.name}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabledReason={problem}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <CodeField
        label={t('Parameters')}
        language="json"
        value={text}
        onChange={setText}
        rows={8}
        takesFocus
        placeholder={'{"country": "FR"}'}
        error={text.trim() === '' ? null : problem}
        description={t('A JSON object: {{ country }} in the query becomes the value of "country".')}
      />
    </Dialog>
  );
}

/** What is wrong with the text; null where it is an object, or empty. */
function parametersProblem(text: string): string | null {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? null
      : t('It must be a JSON object: names in quotes with their values, in braces.');
  } catch {
    return t('It is no valid JSON.');
  }
}
