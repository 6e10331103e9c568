import { useMutation } from '@tanstack/react-query';
import type { DashboardSettings } from '@tessera/core/dashboard/document';
import { parseExactJson, printExactJson } from '@tessera/core/exact-json';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { CodeField } from '../../../ui/code-editor/CodeField.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { LeaveDialog } from '../../../ui/overlays/LeaveDialog.tsx';
import { useCloseGuard } from '../../../ui/overlays/use-close-guard.ts';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import { useReplaceSettings } from '../filter-config/use-save-settings.ts';

/** Every setting of a dashboard as JSON, for what has no place of its own on screen. */
export function MetadataDialog({ onClose }: { readonly onClose: () => void }) {
  const store = useDashboardStore();
  const editMode = useDashboard((state) => state.editMode);
  const [opened] = useState(() => printExactJson(store.getState().history.present.settings, 2));
  const [text, setText] = useState(opened);
  const guard = useCloseGuard(text !== opened);
  const leave = () => guard.leaveBy(onClose);
  const read = readSettings(text);
  const replace = useReplaceSettings();
  const save = useMutation({
    mutationFn: async () => (read.settings === null ? undefined : replace(read.settings)),
    onSuccess: () => {
      guard.release();
      onClose();
    },
  });
  return (
    <>
      <Dialog
        opened
        onClose={leave}
        title={t('JSON metadata')}
        subtitle={t('Settings of this dashboard by their names in the API. The layout is not among them.')}
        width={760}
        closable={!save.isPending}
        onSubmit={() => read.settings !== null && save.mutate()}
        footer={
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" loading={save.isPending} disabledReason={read.fault}>
              {editMode ? t('Apply') : t('Save')}
            </Button>
          </>
        }
      >
        <CodeField
          label={t('JSON metadata')}
          language="json"
          rows={18}
          maxLength={1_000_000}
          value={text}
          error={read.fault}
          onChange={setText}
        />
        {save.isError && <ErrorCard small error={save.error} />}
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this dashboard will be lost.')}</LeaveDialog>
    </>
  );
}

function readSettings(text: string): { readonly settings: DashboardSettings | null; readonly fault: string | null } {
  try {
    const value = parseExactJson(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { settings: value as DashboardSettings, fault: null };
    return { settings: null, fault: t('JSON metadata has to be an object') };
  } catch {
    return { settings: null, fault: t('JSON metadata is invalid!') };
  }
}
