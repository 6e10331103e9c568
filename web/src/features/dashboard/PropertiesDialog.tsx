import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { saveDashboard, storedDashboard, type DashboardItem } from '../../api/dashboards.ts';
import { relatedTo } from '../../api/list.ts';
import { nameOf } from '../../api/me.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ChangedNotice } from '../../ui/feedback/ChangedNotice.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { MultiSelect } from '../../ui/fields/MultiSelect.tsx';
import { Textarea, TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useCloseGuard } from '../../ui/overlays/use-close-guard.ts';
import { useSharedForm } from '../../ui/fields/use-shared-form.ts';
import { dashboardForm, propertiesPatch } from './dashboard-properties.ts';
import { useDashboard } from './dashboard-store.ts';
import { saveErrorText } from './save.ts';

type PropertiesDialogProps = {
  readonly item: DashboardItem;
  readonly onClose: () => void;
  readonly onSaved: (item: DashboardItem) => void;
};

/** Title, address, people and certification ([7.4-03]). They are saved at once, apart from the layout. */
export function PropertiesDialog({ item, onClose, onSaved }: PropertiesDialogProps) {
  const client = useQueryClient();
  // The title and the version are those of the page: it may have been renamed in place, and saved since it was read.
  const title = useDashboard((state) => state.title);
  const version = useDashboard((state) => state.version);
  const dispatch = useDashboard((state) => state.dispatch);
  const { base, draft, change, isDirty, news, save } = useSharedForm({
    ...dashboardForm,
    stored: { ...item, version },
    opened: { ...dashboardForm.draftOf(item), title },
    write: async (base, draft) => {
      await saveDashboard(base.id, propertiesPatch(draft), base.version);
      return storedDashboard(base.id);
    },
    read: (base) => storedDashboard(base.id),
    onSaved: (saved, hasNews) => {
      // A layout that they changed is not on the page: it stays at its version, so that its next save asks.
      dispatch({ type: 'properties_saved', item: hasNews ? { ...saved, version } : saved });
      void client.invalidateQueries({ queryKey: ['dashboard', 'list'] });
      toast.success(t('The dashboard properties were saved.'));
      guard.release();
      onSaved(saved);
    },
  });
  const guard = useCloseGuard(isDirty);
  const leave = () => guard.leaveBy(onClose);
  const [search, setSearch] = useState('');
  const people = useQuery(
    relatedTo(
      'dashboard',
      'owners',
      search,
      base.owners.map((owner) => owner.id),
    ),
  );
  const known = new Map([
    ...base.owners.map((owner) => [String(owner.id), nameOf(owner)] as const),
    ...(people.data?.result ?? []).map((one) => [String(one.value), one.text] as const),
  ]);
  const complaints = save.error instanceof ApiError ? fieldComplaints(save.error) : {};

  return (
    <>
      <Dialog
        opened
        onClose={leave}
        title={t('Dashboard properties')}
        closable={!save.isPending}
        onSubmit={() => !save.isPending && save.mutate()}
        footer={
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" loading={save.isPending}>
              {t('Save')}
            </Button>
          </>
        }
      >
        {news !== null && (
          <ChangedNotice
            sentence={t(
              'Somebody saved this dashboard since you opened it. Nothing of yours is lost: look it over and save again.',
            )}
            {...news}
          />
        )}
        <TextInput
          label={t('Title')}
          value={draft.title}
          onChange={(next) => change({ title: next })}
          maxLength={500}
          data-autofocus
        />
        <TextInput
          label={t('Address')}
          description={t("The last part of the dashboard's address. Letters, digits, hyphens.")}
          value={draft.slug}
          onChange={(slug) => change({ slug })}
          maxLength={255}
          error={complaints['slug'] ?? null}
        />
        <Textarea
          label={t('Description')}
          value={draft.description}
          onChange={(description) => change({ description })}
        />
        <MultiSelect
          label={t('Owners')}
          description={t('Owners may change and delete the dashboard.')}
          values={draft.owners}
          onChange={(owners) => change({ owners })}
          options={[...known].map(([value, label]) => ({ value, label }))}
          onSearch={setSearch}
          loading={people.isFetching}
          error={complaints['owners'] ?? null}
        />
        <TextInput
          label={t('Certified by')}
          value={draft.certifiedBy}
          onChange={(certifiedBy) => change({ certifiedBy })}
          maxLength={250}
        />
        {draft.certifiedBy !== '' && (
          <TextInput
            label={t('Certification details')}
            value={draft.details}
            onChange={(details) => change({ details })}
          />
        )}
        {save.isError && Object.keys(complaints).length === 0 && (
          <ErrorCard small error={save.error} title={saveErrorText(save.error)} />
        )}
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this dashboard will be lost.')}</LeaveDialog>
    </>
  );
}

/** Complaints of the server by field, as sentences beside the fields. */
function fieldComplaints(error: ApiError): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(error.fields).map(([field, complaints]) => [field, complaints.join(' ')]));
}
