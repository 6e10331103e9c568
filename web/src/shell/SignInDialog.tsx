import { useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import type { SessionEnd } from '../api/client.ts';
import { me } from '../api/me.ts';
import { signIn, signInComplaint } from '../api/session.ts';
import { Button } from '../ui/buttons/Button.tsx';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { PasswordInput, TextInput } from '../ui/fields/TextInput.tsx';

type SignInDialogProps = {
  readonly username: string;
  readonly why: SessionEnd;
  readonly onFinished: (signedIn: boolean) => void;
};

/** Asks the user whose page it is for the password. */
export function SignInDialog({ username, why, onFinished }: SignInDialogProps) {
  const client = useQueryClient();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [running, setRunning] = useState(false);

  const submit = async () => {
    setRunning(true);
    setError(null);
    try {
      await signIn(username, password);
      await client.invalidateQueries({ queryKey: me.queryKey });
      onFinished(true);
    } catch (problem) {
      setError(signInComplaint(problem));
      setRunning(false);
    }
  };

  return (
    <Dialog
      opened
      topmost
      onClose={() => onFinished(false)}
      title={t('Sign in again')}
      subtitle={
        why === 'someone_else'
          ? t('Someone else signed in in this browser. Nothing on this page is lost.')
          : t('Your session ended. Nothing on this page is lost.')
      }
      width={420}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={() => location.assign('/')}>{t('Leave this page')}</Button>
          <Button
            type="submit"
            variant="primary"
            loading={running}
            disabledReason={password === '' ? t('Type your password') : null}
          >
            {t('Sign in')}
          </Button>
        </>
      }
    >
      <TextInput label={t('User name')} value={username} onChange={() => undefined} readOnly autoComplete="username" />
      <PasswordInput
        label={t('Password')}
        value={password}
        onChange={setPassword}
        error={error}
        autoComplete="current-password"
        data-autofocus
      />
    </Dialog>
  );
}
