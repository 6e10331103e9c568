import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { onRefused, onSessionEnd, type SessionEnd } from '../api/client.ts';
import { fetchMe, me, type Me } from '../api/me.ts';
import { onDemand } from '../ui/common/on-demand.tsx';
import { useTypingPause } from './use-typing-pause.ts';

/** Few sessions end on an open page, so the dialog comes after everything else, but before it can be needed. */
const AHEAD_MS = 3000;
const SignInDialog = onDemand(async () => (await import('./SignInDialog.tsx')).SignInDialog);

/**
 * When the session ends while someone works, this dialog asks for the password over the page; the call that found out
 * waits and is then repeated, so nothing that was typed is lost. Several calls wait for one dialog.
 */
export function SignInAgain({ user: { id, username } }: { readonly user: Pick<Me, 'id' | 'username'> }) {
  const client = useQueryClient();
  const [why, setWhy] = useState<SessionEnd | null>(null);
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
    // A page whose charts are all refused looks once.
    let looking: Promise<void> | null = null;
    const lookOnce = () => {
      looking ??= look().finally(() => {
        looking = null;
      });
    };
    const onVisible = () => document.visibilityState === 'visible' && lookOnce();
    onSessionEnd((reason) => {
      setWhy(reason);
      return new Promise((resolve) => waiting.current.push(resolve));
    }, id);
    onRefused(lookOnce);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      onSessionEnd(null);
      onRefused(null);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [client, id]);

  const hasPaused = useTypingPause(why !== null);
  const finish = (signedIn: boolean) => {
    setWhy(null);
    for (const resolve of waiting.current.splice(0)) resolve(signedIn);
  };
  useEffect(() => {
    const timer = setTimeout(SignInDialog.preload, AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);

  return why && hasPaused && <SignInDialog username={username} why={why} onFinished={finish} />;
}
