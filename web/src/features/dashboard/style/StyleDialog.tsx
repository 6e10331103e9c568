import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useDeferredValue, useMemo, useState } from 'react';
import { saveDashboard, type DashboardItem } from '../../../api/dashboards.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { CodeField } from '../../../ui/code-editor/CodeField.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { LeaveDialog } from '../../../ui/overlays/LeaveDialog.tsx';
import { useCloseGuard } from '../../../ui/overlays/use-close-guard.ts';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import { edit } from '../edit/apply-change.ts';
import { rereadDashboard } from '../reread-dashboard.ts';
import { saveErrorText } from '../save.ts';
import { scopedCss } from './scoped-css.ts';
import { TemplateBar } from './TemplateBar.tsx';

type StyleDialogProps = { readonly item: DashboardItem; readonly onClose: () => void };

/** The style of a dashboard: while it is edited a step of its history, else saved at once. */
export function StyleDialog({ item, onClose }: StyleDialogProps) {
  const store = useDashboardStore();
  const client = useQueryClient();
  const editMode = useDashboard((state) => state.editMode);
  const [opened] = useState(() => store.getState().history.present.properties.css);
  const [css, setCss] = useState(opened);
  const guard = useCloseGuard(css !== opened);
  const leave = () => guard.leaveBy(onClose);
  const read = useDeferredValue(css);
  const dropped = useMemo(() => scopedCss(read, ':root').dropped, [read]);
  const save = useMutation({
    mutationFn: async () => {
      const { history, version } = store.getState();
      if (editMode) return edit(store, { properties: { ...history.present.properties, css } });
      const saved = await saveDashboard(item.id, { css }, version);
      store.getState().dispatch({ type: 'version_written', version: saved.version });
      await rereadDashboard(client);
    },
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
        title={t('Edit CSS')}
        subtitle={t('It acts on this dashboard alone, and fetches nothing.')}
        width={760}
        closable={!save.isPending}
        onSubmit={() => save.mutate()}
        footer={
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" loading={save.isPending}>
              {editMode ? t('Apply') : t('Save')}
            </Button>
          </>
        }
      >
        <TemplateBar css={css} onTake={setCss} />
        <CodeField
          label={t('Live CSS editor')}
          language="css"
          rows={16}
          maxLength={200_000}
          takesFocus
          placeholder="article { border-radius: 12px }"
          value={css}
          onChange={setCss}
        />
        <LeftOut parts={dropped} />
        {save.isError && <ErrorCard small error={save.error} title={saveErrorText(save.error)} />}
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this dashboard will be lost.')}</LeaveDialog>
    </>
  );
}

/** What of the style does not act; nothing where all of it does. */
function LeftOut({ parts }: { readonly parts: readonly string[] }) {
  if (parts.length === 0) return null;
  return (
    <p role="status">{t('Left out, because it would reach beyond the dashboard: %s', parts.slice(0, 5).join(' · '))}</p>
  );
}
