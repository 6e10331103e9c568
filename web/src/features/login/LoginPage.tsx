import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tMarked } from '@tessera/core/messages';
import { useState, type FormEvent } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { me } from '../../api/me.ts';
import { setupIsOpen, signIn, signInComplaint } from '../../api/session.ts';
import { EntryPage } from '../../shell/EntryPage.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { PasswordInput, TextInput } from '../../ui/fields/TextInput.tsx';
import { nextPath } from './next-path.ts';

/** The form shows at once; someone who is signed in already is led on as soon as that is known. */
export function LoginPage() {
  const [parameters] = useSearchParams();
  const user = useQuery(me);
  const isNew = useQuery(setupIsOpen).data === true;
  const next = nextPath(parameters.get('next'), location.origin);
  const form = useSignIn(next, failedText(parameters.get('failed')));
  const { username, password } = form;
  if (user.isSuccess) return <Navigate to={next} replace />;

  return (
    <EntryPage
      title={t('Sign in')}
      {...(isNew
        ? {
            text: tMarked(
              'Nobody has an account here yet. The first one is made with the link that the server printed ' +
                'when it started.',
            ),
          }
        : {})}
    >
      <form onSubmit={(event) => void form.submit(event)} noValidate>
        <TextInput
          label={t('User name')}
          name="username"
          value={username}
          onChange={form.setUsername}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          ref={focusOnce}
        />
        <PasswordInput
          label={t('Password')}
          name="password"
          value={password}
          onChange={form.setPassword}
          autoComplete="current-password"
          error={form.error}
        />
        <Button
          type="submit"
          variant="primary"
          wide
          loading={form.running}
          disabledReason={username.trim() === '' || password === '' ? t('Type your user name and password') : null}
        >
          {t('Sign in')}
        </Button>
      </form>
    </EntryPage>
  );
}

function useSignIn(next: string, failed: string | null) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState(failed);
  const [running, setRunning] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (running) return;
    setError(null);
    setRunning(true);
    try {
      await signIn(username.trim(), password);
      client.clear();
      await navigate(next, { replace: true });
    } catch (problem) {
      setError(signInComplaint(problem));
      setRunning(false);
    }
  };
  return { username, setUsername, password, setPassword, error, running, submit };
}

/** Why a sign-in that was sent as a form came back here. */
function failedText(code: string | null): string | null {
  if (code === 'not_authenticated') return t('The user name or the password is wrong.');
  return code === 'too_many_requests' ? t('Too many tries. Wait a little, then try again.') : null;
}

/** The one field that everybody who comes here wants. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus();
}
