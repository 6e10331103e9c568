import { useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { onRefused, onSessionEnd, type SessionEnd } from '../api/client.ts';
import { fetchMe, me, type Me } from '../api/me.ts';
import { signIn, signInComplaint } from '../api/session.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { PasswordInput, TextInput } from '../ui/TextInput.tsx';

/**
 * When the session ends while someone works, this dialog asks for the password over the page; the call that found out
 * waits and is then repeated, so nothing that was typed is lost. Several calls wait for one dialog.
 */
export function SignInAgain({ person: { id, username } }: { readonly person: Pick<Me, 'id' | 'username'> }) {
  const client = useQueryClient();
  const [why, setWhy] = useState<SessionEnd | null>(null);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);

  useEffect(() => {
    const look = async () => {
      try {
        const found = await fetchMe();
        if (found.id === id) client.setQueryData(me.queryKey, found);
        else setWhy('someone_else');
      } catch (problem) {
        // Without an answer nothing is known: the next call tells.
        if (problem instanceof ApiError && problem.status === 401) setWhy('ended');
      }
    };
    const onVisible = () => document.visibilityState === 'visible' && void look();
    onSessionEnd((reason) => {
      setWhy(reason);
      return new Promise((resolve) => waiting.current.push(resolve));
    }, id);
    onRefused(() => void look());
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      onSessionEnd(null);
      onRefused(null);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [client, id]);

  const finish = (signedIn: boolean) => {
    setWhy(null);
    setPassword('');
    setError(null);
    for (const resolve of waiting.current.splice(0)) resolve(signedIn);
  };
  const submit = async () => {
    setRunning(true);
    setError(null);
    try {
      await signIn(username, password);
      await client.invalidateQueries({ queryKey: me.queryKey });
      finish(true);
    } catch (problem) {
      setError(signInComplaint(problem));
    } finally {
      setRunning(false);
    }
  };

  return (
    <Dialog
      opened={why !== null}
      topmost
      onClose={() => finish(false)}
      title={t('Sign in again')}
      subtitle={why === 'someone_else' ? t('Someone else signed in in this browser. Nothing on this page is lost.') : t('Your session ended. Nothing on this page is lost.')}
      width={420}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={() => location.assign('/')}>{t('Leave this page')}</Button>
          <Button type="submit" variant="primary" loading={running} disabledReason={password === '' ? t('Type your password') : null}>{t('Sign in')}</Button>
        </>
      }
    >
      <TextInput label={t('User name')} value={username} onChange={() => undefined} readOnly autoComplete="username" />
      <PasswordInput label={t('Password')} value={password} onChange={setPassword} error={error} autoComplete="current-password" data-autofocus />
    </Dialog>
  );
}
