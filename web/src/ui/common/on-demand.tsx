import { t, tMarked } from '@tessera/core/messages';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { isMissingFile, mendStyles, reasonOf } from '../../api/missing-file.ts';
import { lookAfterFailure, useOnReturn } from '../../api/reachability.ts';
import { toast } from '../feedback/toast-store.ts';

/** Where a passing failure prevented the file it is fetched this often. */
const MAX_TRIES = 3;
/** A question that must not be missed stays. */
const UPDATED_MS = 60_000;

type Fetched<Props> = {
  readonly Part: ComponentType<Props> | null;
  readonly failed: boolean;
  readonly error: unknown;
  /** Failed fetches since the connection was there last. */
  readonly tries: number;
  /** Grows with every fetch. */
  readonly turn: number;
};

/**
 * A component whose code comes when it is first shown, and stays.
 *
 * Not `lazy` with `Suspense`: React holds back what was suspended for a third of a second, and a user who pressed a
 * key waits for it. Without a connection the rest of the page stays, with what is not saved on it: that is said, and
 * the code is fetched when the server answers again. Any other failure is an error of the panel around it.
 *
 * @param fallback  What stands in its place meanwhile; of the same size where it has one.
 * @returns         The component. `preload` fetches the code ahead, so that it is here when the network is not.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: (props: Props) => ReactNode = () => null,
) {
  let known: ComponentType<Props> | null = null;

  function OnDemand(props: Props): ReactNode {
    const [{ Part, failed, error, tries, turn }, setFetched] = useState<Fetched<Props>>({
      Part: known,
      failed: false,
      error: null,
      tries: 0,
      turn: 0,
    });
    useEffect(() => {
      if (Part !== null) return;
      let shown = true;
      const retry = () =>
        shown && setFetched((now) => ({ ...now, failed: false, tries: now.tries + 1, turn: now.turn + 1 }));
      load().then(
        async (Loaded) => {
          if (turn > 0) await mendStyles();
          known = Loaded;
          if (shown) setFetched({ Part: Loaded, failed: false, error: null, tries: 0, turn });
        },
        async (cause: unknown) => {
          if (!shown) return;
          setFetched((now) => ({ ...now, failed: true, error: cause }));
          if (isMissingFile(cause) && (await told(cause)) === 'passing' && tries < MAX_TRIES) retry();
        },
      );
      return () => {
        shown = false;
      };
      // One more turn is one more fetch, whatever was counted before.
    }, [Part, tries, turn]);
    useOnReturn(() => {
      if (failed) setFetched((now) => ({ ...now, failed: false, tries: 1, turn: now.turn + 1 }));
    });
    if (failed && !isMissingFile(error)) throw error;
    return Part === null ? fallback(props) : <Part {...props} />;
  }

  const preload = (): void => {
    load().then(
      (Loaded) => {
        known = Loaded;
      },
      // It is asked for again, and then said, when somebody needs it.
      () => undefined,
    );
  };
  return Object.assign(OnDemand, { preload });
}

/** Say why a part of the page does not come, and what to do. @returns the reason */
async function told(cause: Error): ReturnType<typeof reasonOf> {
  const reason = await reasonOf(cause);
  if (reason === 'unreachable') {
    void lookAfterFailure();
    toast.warning(t('This part of the page needs the connection, which broke. It opens by itself when it is back.'));
  }
  if (reason === 'updated') {
    toast.warning(
      tMarked(
        'Tessera was updated: this part of the page needs to be loaded again. What was not saved on charts and ' +
          'dashboards is kept in this tab.',
      ),
      {
        action: { label: t('Load the page again'), onClick: () => location.reload() },
        durationMs: UPDATED_MS,
      },
    );
  }
  return reason;
}
