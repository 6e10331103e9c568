import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import { useEffect, useRef, useState, type RefObject } from 'react';
import {
  Navigate,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
  useSearchParams,
} from 'react-router';
import { ApiError } from '../api/client.ts';
import { holds, me } from '../api/me.ts';
import { beginRecent } from '../api/recent.ts';
import { viewedAs } from '../api/viewed-as.ts';
import { ErrorCard } from '../ui/feedback/ErrorCard.tsx';
import { onDemand } from '../ui/common/on-demand.tsx';
import { mayOpen } from './page-access.ts';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { NavigationProgress } from './NavigationProgress.tsx';
import { NoAccessPage } from './NoAccessPage.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import classes from './Shell.module.css';
import { readStandalone } from './standalone.ts';
import { TopBar, TopBarSkeleton } from './TopBar.tsx';
import { createTypedAhead } from './typed-ahead.ts';
import { UploadDrop } from './upload/UploadDrop.tsx';
import { useGlobalKeys } from './use-global-keys.ts';

const CommandPalette = onDemand(async () => (await import('./CommandPalette.tsx')).CommandPalette);
const ViewedAsBanner = onDemand(async () => (await import('./ViewedAsBanner.tsx')).ViewedAsBanner);
const KeyboardMap = onDemand(async () => (await import('./KeyboardMap.tsx')).KeyboardMap);

/** What surrounds every page of a signed-in user; without a session it leads to the sign-in page and back. */
export function Shell() {
  const user = useQuery(me);
  const location = useLocation();
  const [parameters] = useSearchParams();
  const navigation = useNavigation();
  const matches = useMatches();
  const [panel, setPanel] = useState<'palette' | 'keys' | null>(null);
  // The first letters are often there before the palette is.
  const [typedAhead] = useState(() => createTypedAhead(window));
  const main = useRef<HTMLElement>(null);
  const bare = readStandalone(parameters) !== 'none';

  const onPalette = () => {
    if (panel !== 'palette') typedAhead.begin();
    setPanel('palette');
  };
  useGlobalKeys({ onPalette, onKeyboardMap: () => setPanel('keys') });
  useFocusOnNavigation(main);
  const userId = user.data?.id;
  useEffect(() => {
    if (userId !== undefined) beginRecent(userId);
  }, [userId]);

  // Who is known stays known: a look at the user that fails later takes no page away.
  if (!user.data && user.isPending) return bare ? null : <TopBarSkeleton />;
  if (!user.data && user.error instanceof ApiError && user.error.status === 401) {
    return <Navigate to={hrefOf('login', {}, { next: location.pathname + location.search + location.hash })} replace />;
  }
  if (!user.data) return <ErrorCard error={user.error} onRetry={() => void user.refetch()} />;

  return (
    <>
      <a href="#main" className={classes['skip']}>
        {t('Skip to the content')}
      </a>
      {!bare && <TopBar user={user.data} onPalette={onPalette} onKeyboardMap={() => setPanel('keys')} />}
      <NavigationProgress busy={navigation.state !== 'idle'} />
      <ConnectionBanner />
      {viewedAs !== null && <ViewedAsBanner user={user.data} />}
      <main id="main" ref={main} tabIndex={-1} className={classes['main']}>
        {mayOpen(user.data, matches) ? <Outlet /> : <NoAccessPage />}
      </main>
      {panel === 'palette' && (
        <CommandPalette
          user={user.data}
          typed={typedAhead.take}
          onClose={() => {
            typedAhead.take();
            setPanel(null);
          }}
          onKeyboardMap={() => setPanel('keys')}
        />
      )}
      {panel === 'keys' && <KeyboardMap user={user.data} onClose={() => setPanel(null)} />}
      {!bare && holds(user.data, 'can_upload', 'Database') && <UploadDrop />}
      <SignInAgain user={user.data} />
      <ScrollRestoration />
    </>
  );
}

/** A new page is announced: the focus goes to its content, as it would on a fresh load. */
function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation();
  const seen = useRef({ pathname, search });
  useEffect(() => {
    const before = seen.current;
    seen.current = { pathname, search };
    // The start of a new chart becomes the chart at the same address: what had the focus is gone then.
    const isLost = before.search !== search && document.activeElement === document.body;
    if (before.pathname !== pathname || isLost) main.current?.focus({ preventScroll: true });
  }, [pathname, search, main]);
}
