import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { isStaleVersion } from '../../api/api-error.ts';
import { fieldComplaint, otherComplaint } from '../../api/field-complaint.ts';
import { relatedTo } from '../../api/list.ts';
import { nameOf } from '../../api/me.ts';
import {
  changeSavedQuery,
  readSavedQuery,
  savedQueriesResource,
  savedQuery,
  savedQueryFolders,
  type SavedQuery,
} from '../../api/saved-queries.ts';
import { tagsNamed } from '../../api/tags.ts';
import { TagsInput } from '../../controls/tags/TagsInput.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { ChangedNotice } from '../../ui/feedback/ChangedNotice.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { MultiSelect } from '../../ui/fields/MultiSelect.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Textarea, TextInput } from '../../ui/fields/TextInput.tsx';
import { useSharedForm } from '../../ui/fields/use-shared-form.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { useCloseGuard } from '../../ui/overlays/use-close-guard.ts';
import { draftOfQuery, putOf, savedQueryShape, type SavedQueryDraft, type Sharing } from './saved-query-draft.ts';
import classes from './SavedQueries.module.css';

type SavedQueryDialogProps = { readonly id: number; readonly onClose: () => void };

/** Name, place and readers of a saved query. Its text is changed in the editor. */
export function SavedQueryDialog({ id, onClose }: SavedQueryDialogProps) {
  const details = useQuery({ ...savedQuery(id), staleTime: 0, gcTime: 0 });
  if (details.isSuccess && !details.isFetching) return <SavedQueryForm query={details.data} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('Saved query')}>
      {details.error ? (
        <ErrorCard error={details.error} small onRetry={() => void details.refetch()} />
      ) : (
        <Skeleton height={360} radius="var(--ts-radius)" />
      )}
    </Dialog>
  );
}

/** The form, and what keeps it from being closed by accident. */
function useQueryForm(query: SavedQuery, onClose: () => void) {
  const client = useQueryClient();
  const form = useSharedForm<SavedQuery, SavedQuery, SavedQueryDraft, string>({
    ...savedQueryShape,
    stored: query,
    opened: draftOfQuery(query),
    write: async (base, draft) => {
      const tags = await tagsNamed(draft.tags, base.tags);
      await changeSavedQuery(
        base.id,
        putOf(
          draft,
          tags.map(({ id }) => id),
        ),
        base.version,
      );
      return draft.label.trim();
    },
    read: ({ id }) => readSavedQuery(id),
    onSaved: async (name) => {
      guard.release();
      await client.invalidateQueries({ queryKey: [savedQueriesResource] });
      toast.success(t('%(name)s was saved', { name }));
      onClose();
    },
  });
  const guard = useCloseGuard(form.isDirty);
  return { form, guard };
}

function SavedQueryForm({ query, onClose }: { readonly query: SavedQuery; readonly onClose: () => void }) {
  const { form, guard } = useQueryForm(query, onClose);
  const { draft, change, save, news } = form;
  const leave = () => guard.leaveBy(onClose);
  const missing = draft.label.trim() === '' ? t('Give the query a name.') : null;
  const other = isStaleVersion(save.error) ? null : otherComplaint(save.error, ['label', 'description', 'folder']);
  return (
    <>
      <Dialog
        opened
        onClose={leave}
        closable={!save.isPending}
        title={t('Saved query %(name)s', { name: query.label })}
        onSubmit={() => missing === null && !save.isPending && save.mutate()}
        footer={
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" loading={save.isPending} disabledReason={missing}>
              {t('Save')}
            </Button>
          </>
        }
      >
        {news !== null && (
          <ChangedNotice
            sentence={t(
              'Somebody saved this while you were editing it. Nothing of yours is lost: look it over and save again.',
            )}
            {...news}
          />
        )}
        {other !== null && (
          <p className={classes['error']} role="alert">
            {other}
          </p>
        )}
        <PlainFields draft={draft} change={change} error={save.error} />
        <SharingFields query={query} draft={draft} change={change} />
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this query will be lost.')}</LeaveDialog>
    </>
  );
}

type PlainFieldsProps = Pick<SharingFieldsProps, 'draft' | 'change'> & { readonly error: Error | null };

function PlainFields({ draft, change, error }: PlainFieldsProps) {
  return (
    <>
      <TextInput
        label={t('Name')}
        required
        value={draft.label}
        onChange={(label) => change({ label })}
        error={fieldComplaint(error, 'label')}
        maxLength={256}
        autoComplete="off"
        data-autofocus
      />
      <Textarea
        label={t('Description')}
        value={draft.description}
        onChange={(description) => change({ description })}
        error={fieldComplaint(error, 'description')}
        maxLength={50_000}
      />
      <FolderField
        value={draft.folder}
        onChange={(folder) => change({ folder })}
        error={fieldComplaint(error, 'folder')}
      />
      <TagsInput type="query" values={draft.tags} onChange={(tags) => change({ tags })} />
    </>
  );
}

type FolderFieldProps = {
  readonly value: string;
  readonly onChange: (folder: string) => void;
  readonly error?: string | null;
};

/** A folder that is there, or a new one: it begins with its first query. */
export function FolderField({ value, onChange, error = null }: FolderFieldProps) {
  const folders = useQuery(savedQueryFolders);
  return (
    <Select
      label={t('Folder')}
      description={t('Write a new one to make it; a slash puts it into another: finance/2026.')}
      value={value === '' ? null : value}
      onChange={(folder) => onChange(folder ?? '')}
      options={(folders.data ?? []).map((folder) => ({ value: folder, label: folder }))}
      placeholder={t('No folder')}
      loading={folders.isPending}
      error={error}
      freeEntry
      clearable
    />
  );
}

type SharingFieldsProps = {
  readonly query: SavedQuery;
  readonly draft: SavedQueryDraft;
  readonly change: (part: Partial<SavedQueryDraft>) => void;
};

function SharingFields({ query, draft, change }: SharingFieldsProps) {
  const users = useChoices(
    'shared_users',
    query.shared_users.map((user) => ({ id: user.id, name: nameOf(user) })),
  );
  const roles = useChoices('shared_roles', query.shared_roles);
  const database = query.database.database_name ?? '';
  const consequence: Readonly<Record<Sharing, string>> = {
    nobody: t('Only you and administrators see it.'),
    some: t('Whoever of them may use the database %s sees and copies it; only you change it.', database),
    all: t('Everybody who may use the database %s sees and copies it; only you change it.', database),
  };
  return (
    <div className={classes['sharing']}>
      <span className={classes['label']} aria-hidden>
        {t('Who sees it')}
      </span>
      <SegmentedControl
        label={t('Who sees it')}
        value={draft.sharing}
        onChange={(sharing) => change({ sharing })}
        options={[
          { value: 'nobody', label: t('Only me') },
          { value: 'some', label: t('Some people') },
          { value: 'all', label: t('Everybody') },
        ]}
      />
      <p className={classes['muted']}>{consequence[draft.sharing]}</p>
      {draft.sharing === 'some' && (
        <>
          <MultiSelect
            label={t('Users')}
            values={draft.users}
            onChange={(next) => change({ users: next })}
            {...users}
          />
          <MultiSelect
            label={t('Roles')}
            values={draft.roles}
            onChange={(next) => change({ roles: next })}
            {...roles}
          />
        </>
      )}
    </div>
  );
}

/** What may be chosen: what is chosen, and what a search finds. */
function useChoices(
  column: 'shared_users' | 'shared_roles',
  chosen: readonly { readonly id: number; readonly name: string }[],
) {
  const [search, setSearch] = useState('');
  const found = useQuery(relatedTo(savedQueriesResource, column, search));
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
