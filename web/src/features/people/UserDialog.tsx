import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tNamed } from '@tessera/core/messages';
import { useState } from 'react';
import { isStaleVersion } from '../../api/api-error.ts';
import { allRoles, createUser, readUser, updateUser, userDetails, usersResource, type StoredUser, type User } from '../../api/people.ts';
import { Button } from '../../ui/Button.tsx';
import { ChangedNotice } from '../../ui/ChangedNotice.tsx';
import { Switch } from '../../ui/Checkbox.tsx';
import { describeError } from '../../ui/describe-error.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { MultiSelect } from '../../ui/MultiSelect.tsx';
import { newPasswordReason } from '../../ui/new-password.ts';
import { NewPasswordInput } from '../../ui/NewPasswordInput.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ErrorCard } from '../../ui/ErrorCard.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { fieldComplaint } from '../../api/field-complaint.ts';
import classes from './ProfilePage.module.css';
import { draftOf, emptyUser, inputOf, mergeUser, userLabels, wordsOf, type UserMerge } from './user-draft.ts';

/** Make a person (`user` is null), or change one: roles, state, a new password. A stored person is read first. */
export function UserDialog({ user, onClose }: { readonly user: User | null; readonly onClose: () => void }) {
  // Kept as it was read: a later look at the list must not move the version under the form.
  const stored = useQuery({ ...userDetails(user?.id ?? 0), enabled: user !== null, gcTime: 0, staleTime: Infinity });
  if (user === null) return <UserForm user={null} onClose={onClose} />;
  if (stored.isSuccess) return <UserForm user={stored.data} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={tNamed('User %(name)s', { name: user.username })}>
      {stored.isError ? <ErrorCard error={stored.error} small onRetry={() => void stored.refetch()} /> : <Skeleton height={420} radius="var(--ts-radius)" />}
    </Dialog>
  );
}

function UserForm({ user, onClose }: { readonly user: StoredUser | null; readonly onClose: () => void }) {
  const client = useQueryClient();
  const roles = useQuery(allRoles);
  const [base, setBase] = useState(user);
  const [merge, setMerge] = useState<UserMerge | null>(null);
  const [form, setForm] = useState(user === null ? emptyUser : draftOf(user));
  const save = useMutation({
    mutationFn: () => (base === null ? createUser(inputOf(form)) : updateUser(base.id, inputOf(form), base.version)),
    onError: async (error) => {
      if (!isStaleVersion(error) || base === null) return;
      try {
        const theirs = await readUser(base.id);
        const merged = mergeUser(draftOf(base), form, draftOf(theirs));
        setMerge(merged);
        setForm(merged.draft);
        setBase(theirs);
      } catch (failure) {
        toast.danger(describeError(failure).title);
      }
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [usersResource] });
      toast.success(tNamed(user === null ? 'User %(name)s was created' : 'User %(name)s was saved', { name: form.username }));
      onClose();
    },
  });
  const complaint = (field: string) => fieldComplaint(save.error, field);
  const general = save.error !== null && !isStaleVersion(save.error) && ['username', 'first_name', 'last_name', 'email', 'password', 'roles'].every((field) => complaint(field) === null) ? describeError(save.error).title : null;
  const missing = [form.username, form.first_name, form.last_name, form.email, user === null ? form.password : 'kept'].some((text) => text.trim() === '');
  const reason = missing ? t('Fill in every required field') : newPasswordReason(form.password);

  return (
    <Dialog
      opened
      onClose={onClose}
      title={user === null ? t('New user') : tNamed('User %(name)s', { name: user.username })}
      onSubmit={() => {
        if (reason === null) save.mutate();
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={save.isPending} disabledReason={reason}>{user === null ? t('Create') : t('Save')}</Button>
        </>
      }
    >
      {merge !== null && base !== null && (
        <ChangedNotice
          sentence={t('Somebody saved this while you were editing it. Nothing of yours is lost: look it over and save again.')}
          taken={merge.taken.map((field) => t(userLabels[field]))}
          clashes={merge.kept.map((field) => ({ label: t(userLabels[field]), theirs: wordsOf(field, base) }))}
        />
      )}
      <TextInput label={t('User name')} value={form.username} onChange={(username) => setForm({ ...form, username })} autoComplete="off" error={complaint('username') ?? general} required data-autofocus />
      <div className={classes['two']}>
        <TextInput label={t('First name')} value={form.first_name} onChange={(first_name) => setForm({ ...form, first_name })} autoComplete="off" error={complaint('first_name')} required />
        <TextInput label={t('Last name')} value={form.last_name} onChange={(last_name) => setForm({ ...form, last_name })} autoComplete="off" error={complaint('last_name')} required />
      </div>
      <TextInput label={t('Email')} type="email" value={form.email} onChange={(email) => setForm({ ...form, email })} autoComplete="off" error={complaint('email')} required />
      <MultiSelect
        label={t('Roles')}
        values={[...form.roles]}
        onChange={(next) => setForm({ ...form, roles: [...next] })}
        options={(roles.data?.result ?? user?.roles ?? []).map((role) => ({ value: String(role.id), label: role.name }))}
        loading={roles.isPending}
        error={complaint('roles') ?? (roles.isError ? describeError(roles.error).title : null)}
      />
      <NewPasswordInput
        label={user === null ? t('Password') : t('New password')}
        value={form.password}
        onChange={(password) => setForm({ ...form, password })}
        required={user === null}
        error={complaint('password')}
        description={user === null ? undefined : t('Empty: it stays as it is. A new one ends every session of this person.')}
      />
      <Switch label={t('Active')} description={t('A deactivated person cannot sign in; what they made stays.')} checked={form.active} onChange={(active) => setForm({ ...form, active })} />
    </Dialog>
  );
}
