import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../api/client.ts';
import { viewedAs } from '../api/viewed-as.ts';
import { themeMode, usePreferences } from '../ui/common/preferences.ts';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import classes from './DashboardPicture.module.css';

type DashboardPictureProps = {
  /** Of the server's picture; null for a dashboard that has none. */
  readonly url: string | null;
  /** What stands there where no picture can be had. */
  readonly fallback: ReactNode;
};

/** `waiting`: the server makes it; `made`: it is there, and the image is asked for again. */
type Stage = 'coming' | 'waiting' | 'made' | 'there' | 'lost';

const ASK_AGAIN_MS = 1500;
/** Whoever looks for a minute sees the fallback. */
const MOST_ASKS = 40;

/** A dashboard as the server draws it for this reader, asked for when it comes into view. Beside its name: no words. */
export function DashboardPicture({ url, fallback }: DashboardPictureProps) {
  const mode = usePreferences(themeMode);
  // An image is asked for without headers: it would be the administrator's own.
  const source = url === null || viewedAs !== null ? null : `${url}?mode=${mode}`;
  const [seen, setSeen] = useState<{ readonly source: string; readonly stage: Stage } | null>(null);
  const last: Stage = source === null ? 'lost' : seen?.source === source ? seen.stage : 'coming';
  const asked = useMaking(source ?? '', last === 'waiting');
  const stage: Stage = last === 'waiting' ? asked : last;
  const go = (to: Stage) => source !== null && setSeen({ source, stage: to });
  return (
    <span className={classes['stack']} aria-hidden data-picture={stage}>
      {stage === 'lost' ? <span className={classes['fallback']}>{fallback}</span> : null}
      {stage === 'lost' || stage === 'there' ? null : <Skeleton height="100%" radius={0} />}
      {source !== null && stage !== 'lost' && stage !== 'waiting' && (
        <img
          // An image that failed is asked for again only as another one.
          key={stage === 'made' || stage === 'there' ? 'made' : 'first'}
          className={classes['picture']}
          src={source}
          alt=""
          loading="lazy"
          decoding="async"
          data-there={stage === 'there' || undefined}
          onLoad={() => go('there')}
          onError={() => go(stage === 'coming' ? 'waiting' : 'lost')}
        />
      )}
    </span>
  );
}

/** Asks how far a picture is, until it is made or cannot be. */
function useMaking(source: string, isWaiting: boolean): Stage {
  const { data, isError } = useQuery({
    queryKey: ['dashboard', 'picture', source] as const,
    queryFn: async ({ signal }) => (await call(source, { signal })).status === 200,
    enabled: isWaiting,
    refetchInterval: ({ state }) => (state.data === false && state.dataUpdateCount < MOST_ASKS ? ASK_AGAIN_MS : false),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  if (isError) return 'lost';
  return data === true ? 'made' : 'waiting';
}
