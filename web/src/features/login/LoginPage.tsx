import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState, type FormEvent } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { me } from '../../api/me.ts';
import { signIn } from '../../api/session.ts';
import { GatePage } from '../../shell/GatePage.tsx';
import { Button } from '../../ui/Button.tsx';
import { describeError } from '../../ui/describe-error.ts';
import { PasswordInput, TextInput } from '../../ui/TextInput.tsx';
import { nextPath } from './next-path.ts';

/** The form shows at once; someone who is signed in already is led on as soon as that is known. */
export function LoginPage() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const person = useQuery(me);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const next = nextPath(parameters.get('next'), location.origin);

  if (person.isSuccess) return <Navigate to={next} replace />;

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
      setError(problem instanceof ApiError && problem.status === 401 ? t('The user name or the password is wrong.') : describeError(problem).title);
      setRunning(false);
    }
  };

  return (
    <GatePage title={t('Sign in')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextInput label={t('User name')} name="username" value={username} onChange={setUsername} autoComplete="username" autoCapitalize="none" spellCheck={false} ref={focusOnce} />
        <PasswordInput label={t('Password')} name="password" value={password} onChange={setPassword} autoComplete="current-password" error={error} />
        <Button type="submit" variant="primary" wide loading={running} disabledReason={username.trim() === '' || password === '' ? t('Type your user name and password') : null}>
          {t('Sign in')}
        </Button>
      </form>
    </GatePage>
  );
}

/** The one field that everybody who comes here wants. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus();
}
