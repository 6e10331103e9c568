import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { createFirstAdmin, setupIsOpen } from '../../api/session.ts';
import { EntryPage } from '../../shell/EntryPage.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { newPasswordReason } from '../../ui/fields/new-password.ts';
import { NewPasswordInput } from '../../ui/fields/NewPasswordInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import classes from './SetupPage.module.css';

/** The page behind the one-use link that the start prints: it makes the first administrator and signs them in. */
export function SetupPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  if (token === '') {
    return (
      <EntryPage
        title={t('This link is not complete')}
        text={t('Open the whole link that the server printed when it started.')}
      >
        <LinkButton to={hrefOf('login')} wide>
          {t('Go to the sign-in page')}
        </LinkButton>
      </EntryPage>
    );
  }
  return <SetupForm token={token} />;
}

function UsedLink({ text }: { readonly text: string }) {
  return (
    <EntryPage title={t('This link does not work')} text={text}>
      <LinkButton to={hrefOf('login')} variant="primary" wide>
        {t('Go to the sign-in page')}
      </LinkButton>
    </EntryPage>
  );
}

function SetupForm({ token }: { readonly token: string }) {
  const open = useQuery(setupIsOpen).data;
  const state = useFirstAdmin(token);
  const { error, running } = state;
  const isGone = error !== null && [403, 404].includes(error.status);

  if (isGone) return <UsedLink text={error.message} />;
  if (open === false && !running) return <UsedLink text={t('This installation is set up already. Sign in instead.')} />;
  return (
    <EntryPage
      title={t('Welcome to Tessera')}
      text={t('You are the first administrator. Say who you are and choose how you will sign in.')}
    >
      <form onSubmit={(event) => void state.submit(event)} noValidate>
        <AdminFields {...state} />
        <Button type="submit" variant="primary" wide loading={running} disabledReason={state.reason}>
          {t('Create and sign in')}
        </Button>
      </form>
    </EntryPage>
  );
}

function useFirstAdmin(token: string) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [form, setForm] = useState({ first_name: '', last_name: '', username: 'admin', email: '', password: '' });
  const [error, setError] = useState<ApiError | null>(null);
  const [running, setRunning] = useState(false);
  const missing = [form.first_name, form.username, form.email, form.password].some((text) => text.trim() === '');
  const reason = missing ? t('Fill in every required field') : newPasswordReason(form.password);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (running || reason !== null) return;
    setError(null);
    setRunning(true);
    try {
      await createFirstAdmin(token, {
        ...form,
        first_name: form.first_name.trim(),
        last_name: form.last_name.trim(),
        username: form.username.trim(),
        email: form.email.trim(),
      });
      client.clear();
      await navigate('/', { replace: true });
    } catch (problem) {
      setError(
        problem instanceof ApiError ? problem : new ApiError({ status: 0, message: describeError(problem).title }),
      );
      setRunning(false);
    }
  };
  return {
    form,
    change: (part: Partial<typeof form>) => setForm({ ...form, ...part }),
    error,
    running,
    reason,
    submit,
  };
}

type AdminFieldsProps = Pick<ReturnType<typeof useFirstAdmin>, 'form' | 'change' | 'error'>;

function AdminFields({ form, change, error }: AdminFieldsProps) {
  const complaint = (field: string) => error?.fields[field]?.join(' ') ?? null;
  return (
    <>
      <div className={classes['two']}>
        <TextInput
          label={t('First name')}
          name="given-name"
          value={form.first_name}
          onChange={(first_name) => change({ first_name })}
          autoComplete="given-name"
          maxLength={64}
          error={complaint('first_name')}
          ref={focusOnce}
          required
        />
        <TextInput
          label={t('Last name')}
          name="family-name"
          value={form.last_name}
          onChange={(last_name) => change({ last_name })}
          autoComplete="family-name"
          maxLength={64}
          error={complaint('last_name')}
        />
      </div>
      <TextInput
        label={t('User name')}
        name="username"
        value={form.username}
        onChange={(username) => change({ username })}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={complaint('username')}
        required
      />
      <TextInput
        label={t('Email')}
        name="email"
        type="email"
        value={form.email}
        onChange={(email) => change({ email })}
        autoComplete="email"
        error={complaint('email')}
        required
      />
      <NewPasswordInput
        label={t('Password')}
        name="new-password"
        value={form.password}
        onChange={(password) => change({ password })}
        required
        error={
          complaint('password') ?? (error !== null && Object.keys(error.fields).length === 0 ? error.message : null)
        }
      />
    </>
  );
}

function focusOnce(field: HTMLInputElement | null): void {
  field?.focus();
}
