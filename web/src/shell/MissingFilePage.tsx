import { IconRefresh } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useEffect, useState } from 'react';
import { reasonOf, type MissingReason } from '../api/missing-file.ts';
import { lookAfterFailure, tellReached, useOnReturn } from '../api/reachability.ts';
import { Button } from '../ui/buttons/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Page, useDocumentTitle } from '../ui/layout/Page.tsx';

/**
 * Where it is noted that a page was loaded anew by itself: once per address and minute, or it would do nothing else.
 */
const KEY = 'tessera.loaded-anew';
const AGAIN_MS = 60_000;

/**
 * Instead of a page whose code is not here. Without a connection it comes by itself when there is one again. After an
 * upgrade the old files are gone: loading the page again gets the new ones, when the user says so.
 */
export function MissingFilePage({ error }: { readonly error: Error }) {
  const [reason, setReason] = useState<MissingReason | null>(null);
  const [isTrying, setTrying] = useState(false);
  useDocumentTitle(t('This page could not be loaded'));
  useOnReturn(() => void comeBack(error));
  useEffect(() => {
    const stop = new AbortController();
    void reasonOf(error, stop.signal).then((found) => {
      if (stop.signal.aborted) return;
      if (found === 'passing' && mayLoadAnew()) location.reload();
      else setReason(found);
      // From now on it is looked for, and its return is announced, also where it came back while this was found out.
      if (found === 'unreachable') void lookAfterFailure();
    });
    return () => stop.abort();
  }, [error]);

  // Loading the page while nobody answers would leave the browser's own error page.
  const retry = async () => {
    setTrying(true);
    if ((await reasonOf(error)) === 'unreachable') setTrying(false);
    else location.reload();
  };
  const isUpdated = reason === 'updated';
  return (
    <Page>
      <h1 className="ts-visually-hidden">{t('This page could not be loaded')}</h1>
      <div role="alert" aria-busy={reason === null}>
        <EmptyState
          drawing="search"
          title={
            isUpdated
              ? t('Tessera was updated since this page was opened.')
              : t('This page could not be loaded: the connection broke.')
          }
          action={
            <Button
              variant="primary"
              loading={isTrying}
              icon={<IconRefresh size={16} stroke={1.5} />}
              onClick={() => void retry()}
            >
              {isUpdated ? t('Load the page again') : t('Try again')}
            </Button>
          }
        >
          {isUpdated
            ? t('Load the page again to go on. What was not saved on charts and dashboards is kept in this tab.')
            : t('It opens by itself when the connection is back.')}
        </EmptyState>
      </div>
    </Page>
  );
}

/**
 * The server answered somebody: an answer that was on its way when the connection broke may be all there was, and
 * loading the page without one leaves nothing of it.
 */
async function comeBack(error: Error): Promise<void> {
  if ((await reasonOf(error)) !== 'unreachable') location.reload();
  else if (!navigator.onLine) tellReached(false);
}

/** Whether this address was not loaded anew by itself a moment ago; notes that it is now. */
function mayLoadAnew(): boolean {
  try {
    const { address, at } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as {
      readonly address?: unknown;
      readonly at?: unknown;
    };
    if (address === location.href && typeof at === 'number' && Date.now() - at < AGAIN_MS) return false;
    sessionStorage.setItem(KEY, JSON.stringify({ address: location.href, at: Date.now() }));
    return true;
  } catch {
    // Where nothing can be noted the user decides.
    return false;
  }
}
