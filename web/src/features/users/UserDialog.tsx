import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import {
  allRoles,
  createUser,
  readUser,
  updateUser,
  userDetails,
  usersResource,
  type StoredUser,
  type User,
} from '../../api/users.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { ChangedNotice } from '../../ui/feedback/ChangedNotice.tsx';
import { Switch } from '../../ui/fields/Checkbox.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { MultiSelect } from '../../ui/fields/MultiSelect.tsx';
import { newPasswordReason } from '../../ui/fields/new-password.ts';
import { NewPasswordInput } from '../../ui/fields/NewPasswordInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useCloseGuard } from '../../ui/overlays/use-close-guard.ts';
import { useSharedForm } from '../../ui/fields/use-shared-form.ts';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { fieldComplaint } from '../../api/field-complaint.ts';
import classes from './ProfilePage.module.css';
import { draftOf, emptyUser, inputOf, userForm, type UserDraft } from './user-draft.ts';

/** Make a user (`user` is null), or change one: roles, state, a new password. A stored user is read first. */
export function UserDialog({ user, onClose }: { readonly user: User | null; readonly onClose: () => void }) {
  // Frozen as it was read: a later look at the list must not move the version under the draft.
  const stored = useQuery({ ...userDetails(user?.id ?? 0), enabled: user !== null, gcTime: 0, staleTime: Infinity });
  if (user === null) return <UserForm user={null} onClose={onClose} />;
  if (stored.isSuccess) return <UserForm user={stored.data} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('User %(name)s', { name: user.username })}>
      {stored.isError ? (
        <ErrorCard error={stored.error} small onRetry={() => void stored.refetch()} />
      ) : (
        <Skeleton height={420} radius="var(--ts-radius)" />
      )}
    </Dialog>
  );
}

function UserForm({ user, onClose }: { readonly user: StoredUser | null; readonly onClose: () => void }) {
  const client = useQueryClient();
  const { draft, change, isDirty, news, save } = useSharedForm({
    ...userForm,
    stored: user,
    opened: user === null ? emptyUser : draftOf(user),
    write: (base: StoredUser | null, written) =>
      base === null ? createUser(inputOf(written)) : updateUser(base.id, inputOf(written), base.version),
    read: (base) => readUser(base.id),
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: [usersResource] });
      toast.success(
        t(user === null ? 'User %(name)s was created' : 'User %(name)s was saved', { name: draft.username }),
      );
      guard.release();
      onClose();
    },
  });
  const guard = useCloseGuard(isDirty);
  const leave = () => guard.leaveBy(onClose);
  const reason = reasonAgainst(draft, user === null);

  return (
    <>
      <Dialog
        opened
        onClose={leave}
        closable={!save.isPending}
        title={user === null ? t('New user') : t('User %(name)s', { name: user.username })}
        onSubmit={() => {
          if (reason === null && !save.isPending) save.mutate();
        }}
        footer={
          <>
            <Button onClick={leave}>{t('Cancel')}</Button>
            <Button type="submit" variant="primary" loading={save.isPending} disabledReason={reason}>
              {user === null ? t('Create') : t('Save')}
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
        <UserFields user={user} draft={draft} change={change} error={save.error} />
      </Dialog>
      <LeaveDialog guard={guard}>{t('What you typed for this person will be lost.')}</LeaveDialog>
    </>
  );
}

function reasonAgainst(draft: UserDraft, isNew: boolean): string | null {
  const missing = [draft.username, draft.first_name, draft.email, isNew ? draft.password : 'kept'].some(
    (text) => text.trim() === '',
  );
  return missing ? t('Fill in every required field') : newPasswordReason(draft.password);
}

type UserFieldsProps = {
  /** `null` for somebody new. */
  readonly user: StoredUser | null;
  readonly draft: UserDraft;
  readonly change: (part: Partial<UserDraft>) => void;
  /** Of the save. */
  readonly error: Error | null;
};

function UserFields(props: UserFieldsProps) {
  const { draft, change } = props;
  return (
    <>
      <NameFields {...props} />
      <AccessFields {...props} />
      <Switch
        label={t('Active')}
        description={t('A deactivated person cannot sign in; what they made stays.')}
        checked={draft.active}
        onChange={(active) => change({ active })}
      />
    </>
  );
}

function NameFields({ draft, change, error }: UserFieldsProps) {
  const complaint = (field: string) => fieldComplaint(error, field);
  const isElsewhere =
    error !== null &&
    ['username', 'first_name', 'last_name', 'email', 'password', 'roles'].every((field) => complaint(field) === null);
  const general = isElsewhere ? describeError(error).title : null;
  return (
    <>
      <TextInput
        label={t('User name')}
        value={draft.username}
        onChange={(username) => change({ username })}
        autoComplete="off"
        error={complaint('username') ?? general}
        required
        data-autofocus
      />
      <div className={classes['two']}>
        <TextInput
          label={t('First name')}
          value={draft.first_name}
          onChange={(first_name) => change({ first_name })}
          autoComplete="off"
          error={complaint('first_name')}
          required
        />
        <TextInput
          label={t('Last name')}
          value={draft.last_name}
          onChange={(last_name) => change({ last_name })}
          autoComplete="off"
          error={complaint('last_name')}
        />
      </div>
      <TextInput
        label={t('Email')}
        type="email"
        value={draft.email}
        onChange={(email) => change({ email })}
        autoComplete="off"
        error={complaint('email')}
        required
      />
    </>
  );
}

function AccessFields({ user, draft, change, error }: UserFieldsProps) {
  const roles = useQuery(allRoles);
  const complaint = (field: string) => fieldComplaint(error, field);
  return (
    <>
      <MultiSelect
        label={t('Roles')}
        values={[...draft.roles]}
        onChange={(next) => change({ roles: [...next] })}
        options={(roles.data?.result ?? user?.roles ?? []).map((role) => ({
          value: String(role.id),
          label: role.name,
        }))}
        loading={roles.isPending}
        error={complaint('roles') ?? (roles.isError ? describeError(roles.error).title : null)}
      />
      <NewPasswordInput
        label={user === null ? t('Password') : t('New password')}
        value={draft.password}
        onChange={(password) => change({ password })}
        required={user === null}
        error={complaint('password')}
        description={
          user === null ? undefined : t('Empty: it stays as it is. A new one ends every session of this person.')
        }
      />
    </>
  );
}
