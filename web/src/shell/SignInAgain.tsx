import { useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useEffect, useRef, useState } from 'react';
import { onSessionEnd } from '../api/client.ts';
import { signIn } from '../api/session.ts';
import { Button } from '../ui/Button.tsx';
import { describeError } from '../ui/describe-error.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { PasswordInput, TextInput } from '../ui/TextInput.tsx';

/**
 * When the session ends while someone works, this dialog asks for the password over the page; the call that found out
 * waits and is then repeated, so nothing that was typed is lost. Several calls wait for one dialog.
 */
export function SignInAgain({ username }: { readonly username: string }) {
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);

  useEffect(() => {
    onSessionEnd(() => {
      setOpened(true);
      return new Promise((resolve) => waiting.current.push(resolve));
    });
    return () => onSessionEnd(null);
  }, []);

  const finish = (signedIn: boolean) => {
    setOpened(false);
    setPassword('');
    setError(null);
    for (const resolve of waiting.current.splice(0)) resolve(signedIn);
  };
  const submit = async () => {
    setRunning(true);
    try {
      await signIn(username, password);
      await client.invalidateQueries({ queryKey: ['me'] });
      finish(true);
    } catch (problem) {
      setError(describeError(problem).title);
    } finally {
      setRunning(false);
    }
  };

  return (
    <Dialog
      opened={opened}
      onClose={() => finish(false)}
      title={t('Sign in again')}
      subtitle={t('Your session ended. Nothing on this page is lost.')}
      width={420}
      onSubmit={() => void submit()}
      footer={<Button type="submit" variant="primary" loading={running} disabledReason={password === '' ? t('Type your password') : null}>{t('Sign in')}</Button>}
    >
      <TextInput label={t('User name')} value={username} onChange={() => undefined} readOnly autoComplete="username" />
      <PasswordInput label={t('Password')} value={password} onChange={setPassword} error={error} autoComplete="current-password" data-autofocus />
    </Dialog>
  );
}
