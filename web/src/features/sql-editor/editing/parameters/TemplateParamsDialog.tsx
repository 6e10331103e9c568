import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { CodeField } from '../../../../ui/code-editor/CodeField.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import type { RunError } from '../../runs/run.ts';
import { readValues } from './parameter-values.ts';

type TemplateParamsDialogProps = {
  readonly opened: boolean;
  readonly text: string;
  readonly problem: RunError | null;
  readonly onClose: () => void;
  readonly onSave: (text: string) => void;
};

/** The values of the template parameters as JSON. */
export function TemplateParamsDialog(props: TemplateParamsDialogProps) {
  // Each opening begins with what the tab has.
  return props.opened ? <OpenDialog {...props} /> : null;
}

function OpenDialog({ text, problem, onClose, onSave }: TemplateParamsDialogProps) {
  const [draft, setDraft] = useState(text);
  const isRead = readValues(draft) !== null;
  const said = draft === text ? (problem?.message ?? null) : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Template parameters')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            disabledReason={isRead ? null : t('It has to be a JSON object.')}
            onClick={() => {
              onSave(draft);
              onClose();
            }}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <CodeField
        label={t('Values')}
        language="json"
        value={draft}
        onChange={setDraft}
        rows={10}
        takesFocus
        error={isRead ? said : t('It has to be a JSON object.')}
        description={t('Names and their values, as {{ name }} finds them.')}
      />
    </Dialog>
  );
}
