import { UNTITLED } from '@tessera/core/dashboard/document';
import { readDocument } from '@tessera/core/dashboard/stored';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tMarked } from '@tessera/core/messages';
import { useState, type ComponentProps } from 'react';
import { ApiError } from '../../api/client.ts';
import { dashboardAudience, saveDashboard, storedDashboard, type DashboardItem } from '../../api/dashboards.ts';
import { relatedTo } from '../../api/list.ts';
import { tagsResource } from '../../api/tags.ts';
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
import {
  dashboardForm,
  draftOfProperties,
  propertiesOfDraft,
  propertiesPatch,
  type PropertiesDraft,
} from './dashboard-properties.ts';
import { complaintOf, TagsInput } from '../../controls/tags/TagsInput.tsx';
import { useDashboard, useDashboardStore } from './DashboardProvider.tsx';
import { edit } from './edit/apply-change.ts';
import { saveErrorText } from './save.ts';

type PropertiesDialogProps = {
  readonly item: DashboardItem;
  readonly onClose: () => void;
  readonly onSaved: (item: DashboardItem) => void;
};

/** Title, address, users and certification ([7.4-03]). Outside of the editor they are saved at once. */
export function PropertiesDialog({ item, onClose, onSaved }: PropertiesDialogProps) {
  const client = useQueryClient();
  // The page may have been saved since its dashboard was read.
  const version = useDashboard((state) => state.version);
  const dispatch = useDashboard((state) => state.dispatch);
  const { base, draft, change, isDirty, news, save } = useSharedForm({
    ...dashboardForm,
    stored: { ...item, version },
    opened: dashboardForm.draftOf(item),
    write: async (base, draft) => {
      await saveDashboard(base.id, await propertiesPatch(base, draft), base.version);
      return storedDashboard(base.id);
    },
    read: (base) => storedDashboard(base.id),
    onSaved: (saved, hasNews) => {
      const { title, properties } = readDocument(saved);
      // A layout that they changed is not on the page: it stays at its version, so that its next save asks.
      dispatch({ type: 'properties_saved', version: hasNews ? version : saved.version, title, properties });
      void client.invalidateQueries({ queryKey: ['dashboard', 'list'] });
      void client.invalidateQueries({ queryKey: [tagsResource] });
      toast.success(t('The dashboard properties were saved.'));
      guard.release();
      onSaved(saved);
    },
  });
  const guard = useCloseGuard(isDirty);
  const leave = () => guard.leaveBy(onClose);
  const complaints = save.error instanceof ApiError ? fieldComplaints(save.error) : {};

  return (
    <>
      <Dialog
        opened
        onClose={leave}
        title={t('Dashboard properties')}
        closable={!save.isPending}
        onSubmit={() => complaintOf(draft.tags) === null && !save.isPending && save.mutate()}
        footer={
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" loading={save.isPending} disabledReason={complaintOf(draft.tags)}>
              {t('Save')}
            </Button>
          </>
        }
      >
        {news !== null && <News {...news} />}
        <PropertyFields draft={draft} change={change} item={base} complaints={complaints} />
        {save.isError && Object.keys(complaints).length === 0 && (
          <ErrorCard small error={save.error} title={saveErrorText(save.error)} />
        )}
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this dashboard will be lost.')}</LeaveDialog>
    </>
  );
}

function News(news: Omit<ComponentProps<typeof ChangedNotice>, 'sentence'>) {
  return (
    <ChangedNotice
      sentence={tMarked(
        'Somebody saved this dashboard since you opened it. Nothing of yours is lost: look it over and ' +
          'save again.',
      )}
      {...news}
    />
  );
}

/** The same in the editor: one step of its history, saved with the rest. */
export function EditedPropertiesDialog({ item, onClose }: Omit<PropertiesDialogProps, 'onSaved'>) {
  const store = useDashboardStore();
  const [opened] = useState(() => {
    const { title, properties } = store.getState().history.present;
    return draftOfProperties(title, properties);
  });
  const [draft, setDraft] = useState(opened);
  const guard = useCloseGuard(JSON.stringify(draft) !== JSON.stringify(opened));
  const leave = () => guard.leaveBy(onClose);
  const take = useMutation({
    mutationFn: () => propertiesOfDraft(draft, store.getState().history.present.properties.tags),
    onSuccess: (properties) => {
      edit(store, { title: draft.title.trim() === '' ? UNTITLED : draft.title, properties });
      guard.release();
      onClose();
    },
  });
  return (
    <>
      <Dialog
        opened
        onClose={leave}
        title={t('Dashboard properties')}
        subtitle={t('They are saved with the dashboard.')}
        closable={!take.isPending}
        onSubmit={() => complaintOf(draft.tags) === null && !take.isPending && take.mutate()}
        footer={
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" loading={take.isPending} disabledReason={complaintOf(draft.tags)}>
              {t('Apply')}
            </Button>
          </>
        }
      >
        <PropertyFields
          draft={draft}
          change={(part) => setDraft((now) => ({ ...now, ...part }))}
          item={item}
          complaints={{}}
        />
        {take.isError && <ErrorCard small error={take.error} />}
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this dashboard will be lost.')}</LeaveDialog>
    </>
  );
}

type PropertyFieldsProps = {
  readonly draft: PropertiesDraft;
  readonly change: (part: Partial<PropertiesDraft>) => void;
  /** Names of users and roles are known from it. */
  readonly item: DashboardItem;
  readonly complaints: Readonly<Record<string, string>>;
};

function PropertyFields({ draft, change, item, complaints }: PropertyFieldsProps) {
  const people = useChoices(
    'owners',
    item.owners.map((owner) => ({ id: owner.id, name: nameOf(owner) })),
  );
  return (
    <>
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
        options={people.options}
        onSearch={people.onSearch}
        loading={people.loading}
        error={complaints['owners'] ?? null}
      />
      <RolesInput draft={draft} change={change} item={item} complaints={complaints} />
      <TagsInput
        type="dashboard"
        values={draft.tags}
        onChange={(tags) => change({ tags })}
        error={complaints['tags'] ?? null}
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
          value={draft.certificationDetails}
          onChange={(certificationDetails) => change({ certificationDetails })}
        />
      )}
    </>
  );
}

/** The roles that open the dashboard, where the installation goes by them ([5.0-12]). */
function RolesInput(props: PropertyFieldsProps) {
  const goesByRoles = useQuery(dashboardAudience(props.item.id)).data?.by_roles === true;
  return goesByRoles ? <RolesField {...props} /> : null;
}

function RolesField({ draft, change, item, complaints }: PropertyFieldsProps) {
  const roles = useChoices('roles', item.roles);
  return (
    <MultiSelect
      label={t('Roles')}
      description={t('Users of these roles see the dashboard with all of its data.')}
      values={draft.roles}
      onChange={(next) => change({ roles: next })}
      options={roles.options}
      onSearch={roles.onSearch}
      loading={roles.loading}
      error={complaints['roles'] ?? null}
    />
  );
}

/** What may be chosen: what is chosen, and what a search finds. */
function useChoices(column: 'owners' | 'roles', chosen: readonly { readonly id: number; readonly name: string }[]) {
  const [search, setSearch] = useState('');
  const ids = chosen.map(({ id }) => id);
  const found = useQuery(relatedTo('dashboard', column, search, ids));
  const known = new Map([
    ...chosen.map(({ id, name }) => [String(id), name] as const),
    ...(found.data?.result ?? []).map((one) => [String(one.value), one.text] as const),
  ]);
  return {
    options: [...known].map(([value, label]) => ({ value, label })),
    onSearch: setSearch,
    loading: found.isFetching,
  };
}

/** Complaints of the server by field, as sentences beside the fields. */
function fieldComplaints(error: ApiError): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(error.fields).map(([field, complaints]) => [field, complaints.join(' ')]));
}
