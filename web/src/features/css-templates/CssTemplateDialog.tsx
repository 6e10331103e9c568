import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { CssTemplatePost } from '@tessera/server/contract';
import { useState } from 'react';
import { cssTemplatesResource, saveCssTemplate, type CssTemplate } from '../../api/css-templates.ts';
import { fieldComplaint, otherComplaint } from '../../api/field-complaint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { CodeField } from '../../ui/code-editor/CodeField.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { useCloseGuard } from '../../ui/overlays/use-close-guard.ts';

type CssTemplateDialogProps = { readonly template: CssTemplate | null; readonly onClose: () => void };

/** Make a CSS template (`template` is null), or change its name and style. */
export function CssTemplateDialog({ template, onClose }: CssTemplateDialogProps) {
  const [name, setName] = useState(template?.template_name ?? '');
  const [css, setCss] = useState(template?.css ?? '');
  const guard = useCloseGuard(name !== (template?.template_name ?? '') || css !== (template?.css ?? ''));
  const leave = () => guard.leaveBy(onClose);
  const save = useSave(template, () => {
    guard.release();
    onClose();
  });
  const missing = name.trim() === '' ? t('Give the template a name.') : null;
  const other = otherComplaint(save.error, ['template_name', 'css']);
  return (
    <>
      <Dialog
        opened
        onClose={leave}
        width={760}
        closable={!save.isPending}
        title={template === null ? t('New CSS template') : t('CSS template %(name)s', { name: template.template_name })}
        onSubmit={() => {
          if (missing === null && !save.isPending) save.mutate({ template_name: name.trim(), css });
        }}
        footer={
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" loading={save.isPending} disabledReason={missing}>
              {template === null ? t('Create') : t('Save')}
            </Button>
          </>
        }
      >
        {other !== null && <p role="alert">{other}</p>}
        <TextInput
          label={t('Name')}
          required
          value={name}
          onChange={setName}
          error={fieldComplaint(save.error, 'template_name')}
          maxLength={250}
          autoComplete="off"
          data-autofocus
        />
        <CodeField
          label={t('CSS')}
          language="css"
          rows={14}
          maxLength={200_000}
          placeholder="article { border-radius: 12px }"
          value={css}
          onChange={setCss}
        />
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this template will be lost.')}</LeaveDialog>
    </>
  );
}

function useSave(template: CssTemplate | null, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: CssTemplatePost) => saveCssTemplate(template, input),
    onSuccess: async (_, { template_name: name }) => {
      await client.invalidateQueries({ queryKey: [cssTemplatesResource] });
      toast.success(t('The CSS template %(name)s was saved', { name }));
      onDone();
    },
  });
}
