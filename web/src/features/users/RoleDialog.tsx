import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tMarked } from '@tessera/core/messages';
import { useRef, useState } from 'react';
import { isStaleVersion } from '../../api/api-error.ts';
import {
  createRole,
  grantablePairs,
  readRole,
  renameRole,
  roleDetails,
  rolesResource,
  setRolePairs,
  type GrantablePair,
  type Pair,
  type RoleDetails,
} from '../../api/users.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ChangedNotice } from '../../ui/feedback/ChangedNotice.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { MultiSelect } from '../../ui/fields/MultiSelect.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useCloseGuard } from '../../ui/overlays/use-close-guard.ts';
import { fieldComplaint } from '../../api/field-complaint.ts';
import {
  allDatabases,
  allDatasets,
  grantedIds,
  groupsOf,
  hasPair,
  isSameChoice,
  mergePairs,
  withGrants,
  withPair,
} from './permission-groups.ts';
import classes from './RoleDialog.module.css';

type RoleDialogProps = { readonly id: number | null; readonly copyOf: number | null; readonly onClose: () => void };

/** A role is read first; a new one starts empty or as the copy of another. */
export function RoleDialog({ id, copyOf, onClose }: RoleDialogProps) {
  const source = id ?? copyOf;
  const grantable = useQuery(grantablePairs);
  // Frozen as it was read: a later look must not move the version under the form.
  const details = useQuery({ ...roleDetails(source ?? 0), enabled: source !== null, staleTime: Infinity, gcTime: 0 });
  const ready = grantable.isSuccess && (source === null || (details.isSuccess && !details.isFetching));
  if (ready) {
    return (
      <RoleForm
        edited={id === null ? null : (details.data ?? null)}
        before={details.data ? pairsOf(details.data, grantable.data) : []}
        grantable={grantable.data}
        onClose={onClose}
      />
    );
  }
  const error = grantable.error ?? details.error;
  return (
    <Dialog opened onClose={onClose} title={t('Role')} width={760}>
      {error ? (
        <ErrorCard error={error} small onRetry={() => void Promise.all([grantable.refetch(), details.refetch()])} />
      ) : (
        <Skeleton height={420} radius="var(--ts-radius)" />
      )}
    </Dialog>
  );
}

function pairsOf({ permission_ids: ids }: RoleDetails, grantable: readonly GrantablePair[]): readonly Pair[] {
  const held = new Set(ids);
  return grantable.filter((pair) => held.has(pair.id));
}

type RoleFormProps = {
  readonly edited: RoleDetails | null;
  readonly before: readonly Pair[];
  readonly grantable: readonly GrantablePair[];
  readonly onClose: () => void;
};

function RoleForm(props: RoleFormProps) {
  const { edited, onClose } = props;
  const { form, change, guard, isMerged, save } = useRoleForm(props);
  const leave = () => guard.leaveBy(onClose);
  const isUnnamed = form.name.trim() === '';

  return (
    <>
      <Dialog
        opened
        onClose={leave}
        closable={!save.isPending}
        width={760}
        title={edited === null ? t('New role') : t('Role %(name)s', { name: edited.name })}
        onSubmit={() => {
          if (!isUnnamed && !save.isPending) save.mutate();
        }}
        footer={
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button
              type="submit"
              variant="primary"
              loading={save.isPending}
              disabledReason={isUnnamed ? t('Give the role a name') : null}
            >
              {edited === null ? t('Create') : t('Save')}
            </Button>
          </>
        }
      >
        {isMerged && (
          <ChangedNotice
            sentence={t(
              'Somebody saved this while you were editing it. Nothing of yours is lost: look it over and save again.',
            )}
          />
        )}
        <NameInput role={edited} value={form.name} onChange={(name) => change({ name })} problem={save.error} />
        {isAdminRole(edited) ? (
          <p className={classes['note']}>{t('This role has every right; there is nothing to choose.')}</p>
        ) : (
          <Rights {...props} pairs={form.pairs} onChange={(pairs) => change({ pairs })} />
        )}
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you chose for this role will be lost.')}</LeaveDialog>
    </>
  );
}

type NameInputProps = {
  /** `null` for a new one. */
  readonly role: RoleDetails | null;
  readonly value: string;
  readonly onChange: (name: string) => void;
  /** Of the save. */
  readonly problem: Error | null;
};

function NameInput({ role, value, onChange, problem }: NameInputProps) {
  const isElsewhere = problem === null || isStaleVersion(problem);
  return (
    <TextInput
      label={t('Name')}
      value={value}
      onChange={onChange}
      required
      error={fieldComplaint(problem, 'name') ?? (isElsewhere ? null : describeError(problem).title)}
      readOnly={role?.is_builtin ?? false}
      description={role?.is_builtin ? t('Built-in roles keep their name.') : undefined}
      data-autofocus
    />
  );
}

function isAdminRole(role: RoleDetails | null): boolean {
  return role?.name.toLowerCase() === 'admin';
}

type RoleForm = { readonly name: string; readonly pairs: readonly Pair[] };

/** What is typed and chosen, its save, and the merge with what somebody else saved meanwhile. */
function useRoleForm({ edited, before, grantable, onClose }: RoleFormProps) {
  const client = useQueryClient();
  const [form, setForm] = useState<RoleForm>({ name: edited?.name ?? '', pairs: before });
  // A role that was made while its rights could not be set is finished by the next try, not made again.
  const madeId = useRef<number | null>(null);
  const [base, setBase] = useState(edited);
  const [isMerged, setMerged] = useState(false);
  const name = form.name.trim();
  const guard = useCloseGuard(form.name !== (edited?.name ?? '') || !isSameChoice(form.pairs, before));

  const save = useMutation({
    mutationFn: async () => {
      const id = edited?.id ?? madeId.current ?? (await createRole(name));
      madeId.current = id;
      let version = base?.version ?? null;
      if (base && base.name !== name) {
        version = await renameRole(id, name, base.version);
        setBase({ ...base, name, version: version ?? base.version });
      }
      if (isAdminRole(edited)) return;
      const granted = grantable.filter((pair) => hasPair(form.pairs, pair));
      await setRolePairs(
        id,
        granted.map((pair) => pair.id),
        version,
      );
    },
    onError: async (problem) => {
      if (!isStaleVersion(problem) || base === null) return;
      try {
        const theirs = await readRole(base.id);
        setForm((now) => ({
          name: name === base.name ? theirs.name : now.name,
          pairs: mergePairs(pairsOf(base, grantable), now.pairs, pairsOf(theirs, grantable)),
        }));
        setBase(theirs);
        setMerged(true);
      } catch (failure) {
        toast.danger(describeError(failure).title);
      }
    },
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: [rolesResource] }),
        client.invalidateQueries({ queryKey: ['me'] }),
      ]);
      toast.success(t(edited === null ? 'Role %(name)s was created' : 'Role %(name)s was saved', { name }));
      guard.release();
      onClose();
    },
  });
  return {
    form,
    change: (part: Partial<RoleForm>) => setForm((now) => ({ ...now, ...part })),
    guard,
    isMerged,
    save,
  };
}

type RightsProps = Pick<RoleFormProps, 'before' | 'grantable'> & {
  readonly pairs: readonly Pair[];
  readonly onChange: (pairs: readonly Pair[]) => void;
};

function Rights({ before, grantable, pairs, onChange }: RightsProps) {
  return (
    <>
      <div className={classes['table']}>
        {groupsOf(grantable, before).map((group) => (
          <fieldset key={group.view} className={classes['group']}>
            <legend>{tMarked(group.label)}</legend>
            <div className={classes['rights']}>
              {group.permissions.map(({ permission, label }) => (
                <Checkbox
                  key={permission}
                  label={tMarked(label)}
                  checked={hasPair(pairs, { permission, view: group.view })}
                  onChange={(on) => onChange(withPair(pairs, { permission, view: group.view }, on))}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <Grants
        kind="dataset"
        label={t('Datasets it may use')}
        all={allDatasets}
        allLabel={t('Every dataset, present and future')}
        grantable={grantable}
        pairs={pairs}
        onChange={onChange}
      />
      <Grants
        kind="database"
        label={t('Databases it may use')}
        all={allDatabases}
        allLabel={t('Every database, present and future')}
        grantable={grantable}
        pairs={pairs}
        onChange={onChange}
      />
    </>
  );
}

type GrantsProps = {
  readonly kind: 'dataset' | 'database';
  readonly label: string;
  readonly all: Pair;
  readonly allLabel: string;
  readonly grantable: readonly GrantablePair[];
  readonly pairs: readonly Pair[];
  readonly onChange: (pairs: readonly Pair[]) => void;
};

function Grants({ kind, label, all, allLabel, grantable, pairs, onChange }: GrantsProps) {
  const hasAll = hasPair(pairs, all);
  const options = grantable
    .filter(({ view }) => view.startsWith(`${kind}:`))
    .map(({ view, title }) => ({ value: view.slice(kind.length + 1), label: title }));
  return (
    <div>
      <Checkbox label={allLabel} checked={hasAll} onChange={(on) => onChange(withPair(pairs, all, on))} />
      {!hasAll && (
        <MultiSelect
          label={label}
          values={grantedIds(pairs, kind)}
          onChange={(ids) => onChange(withGrants(pairs, kind, ids))}
          options={options}
        />
      )}
    </div>
  );
}
