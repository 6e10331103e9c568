import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useEffect } from 'react';
import { lookForServer, useOnReturn, useReachability } from '../api/reachability.ts';
import classes from './Shell.module.css';
import { useOnline } from './use-online.ts';

/** The server is looked for so often while it is away, in ms. */
const LOOK_MS = 3000;

/**
 * Says when the browser has no network or the server does not answer; what failed meanwhile is retried automatically.
 */
export function ConnectionBanner() {
  const client = useQueryClient();
  const online = useOnline();
  const isReachable = useReachability((state) => state.isReachable);

  useEffect(() => {
    if (isReachable || !online) return undefined;
    void lookForServer();
    const timer = setInterval(() => void lookForServer(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isReachable, online]);
  useOnReturn(() => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }));

  if (online && isReachable) return null;
  return (
    <div role="status" className={classes['offline']}>
      <IconCloudOff size={16} stroke={1.5} aria-hidden />
      {online
        ? t('The server does not answer. What is on screen stays; it goes on by itself when the server is back.')
        : t('You are offline. What is on screen stays; changes can be saved when the connection is back.')}
    </div>
  );
}
