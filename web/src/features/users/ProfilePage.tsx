import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState, type FormEvent } from 'react';
import { ApiError } from '../../api/client.ts';
import { isAdmin, me, nameOf, type Me } from '../../api/me.ts';
import { updateProfile } from '../../api/users.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { newPasswordReason } from '../../ui/fields/new-password.ts';
import { NewPasswordInput } from '../../ui/fields/NewPasswordInput.tsx';
import { Page, PageTitle } from '../../ui/layout/Page.tsx';
import { PasswordInput, TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { fieldComplaint } from '../../api/field-complaint.ts';
import classes from './ProfilePage.module.css';

export function ProfilePage() {
  const user = useQuery(me).data;
  if (!user) return null;
  return (
    <Page width="narrow">
      <PageTitle title={t('Profile')} />
      <NameForm user={user} />
      <PasswordForm />
    </Page>
  );
}

function NameForm({ user }: { readonly user: Me }) {
  const { form, change, save, isChanged } = useProfile(user);
  const admin = isAdmin(user);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={classes['panel']} onSubmit={submit} noValidate>
      <h2>{nameOf(user)}</h2>
      <Facts user={user} />
      <div className={classes['two']}>
        <TextInput
          label={t('First name')}
          value={form.first_name}
          onChange={(first_name) => change({ first_name })}
          autoComplete="given-name"
          error={fieldComplaint(save.error, 'first_name')}
        />
        <TextInput
          label={t('Last name')}
          value={form.last_name}
          onChange={(last_name) => change({ last_name })}
          autoComplete="family-name"
          error={fieldComplaint(save.error, 'last_name')}
        />
      </div>
      {admin && (
        <TextInput
          label={t('Email')}
          type="email"
          value={form.email}
          onChange={(email) => change({ email })}
          autoComplete="email"
          error={fieldComplaint(save.error, 'email')}
        />
      )}
      <div className={classes['actions']}>
        <Button
          type="submit"
          variant="primary"
          loading={save.isPending}
          disabledReason={isChanged ? null : t('Nothing has changed')}
        >
          {t('Save')}
        </Button>
      </div>
    </form>
  );
}

function useProfile(user: Me) {
  const client = useQueryClient();
  const [form, setForm] = useState({ first_name: user.first_name, last_name: user.last_name, email: user.email });
  const save = useMutation({
    mutationFn: () => updateProfile(isAdmin(user) ? form : { first_name: form.first_name, last_name: form.last_name }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['me'] });
      toast.success(t('Your profile was saved'));
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0)
        toast.danger(describeError(error).title);
    },
  });
  return {
    form,
    change: (part: Partial<typeof form>) => setForm({ ...form, ...part }),
    save,
    isChanged: form.first_name !== user.first_name || form.last_name !== user.last_name || form.email !== user.email,
  };
}

/** What only an administrator changes. */
function Facts({ user }: { readonly user: Me }) {
  const admin = isAdmin(user);
  return (
    <dl className={classes['facts']}>
      <dt>{t('User name')}</dt>
      <dd>{user.username}</dd>
      <dt>{t('Roles')}</dt>
      <dd>{Object.keys(user.roles).join(', ') || t('none')}</dd>
      {!admin && <dt>{t('Email')}</dt>}
      {!admin && <dd>{user.email}</dd>}
    </dl>
  );
}

const noPasswords = { current: '', next: '', again: '' };

function PasswordForm() {
  const [form, setForm] = useState(noPasswords);
  const save = useMutation({
    mutationFn: () => updateProfile({ password: form.next, current_password: form.current }),
    onSuccess: () => {
      setForm(noPasswords);
      toast.success(t('Your password was changed. Other sessions of yours were ended.'));
    },
  });
  const reason =
    form.current === '' || form.next === ''
      ? t('Type the old and the new password')
      : form.next !== form.again
        ? t('The new password and its repetition differ')
        : newPasswordReason(form.next);
  const mentioned =
    save.error === null
      ? null
      : (fieldComplaint(save.error, 'current_password') ?? fieldComplaint(save.error, 'password'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === null) save.mutate();
  };
  return (
    <form className={classes['panel']} onSubmit={submit} noValidate>
      <h2>{t('Change password')}</h2>
      <PasswordInput
        label={t('Current password')}
        value={form.current}
        onChange={(current) => setForm({ ...form, current })}
        autoComplete="current-password"
        error={
          fieldComplaint(save.error, 'current_password') ??
          (save.error !== null && mentioned === null ? describeError(save.error).title : null)
        }
      />
      <div className={classes['two']}>
        <NewPasswordInput
          label={t('New password')}
          value={form.next}
          onChange={(next) => setForm({ ...form, next })}
          error={fieldComplaint(save.error, 'password')}
        />
        <PasswordInput
          label={t('New password again')}
          value={form.again}
          onChange={(again) => setForm({ ...form, again })}
          autoComplete="new-password"
          error={form.again !== '' && form.again !== form.next ? t('Differs from the new password') : null}
        />
      </div>
      <div className={classes['actions']}>
        <Button type="submit" loading={save.isPending} disabledReason={reason}>
          {t('Change password')}
        </Button>
      </div>
    </form>
  );
}
