import { t, tMarked } from '@tessera/core/messages';
import { menus } from '@tessera/core/pages';
import { holds, type Me } from '../api/me.ts';
import type { PageAction } from '../ui/common/page-actions.ts';
import { usePreferences } from '../ui/common/preferences.ts';
import type { PaletteItem } from './palette-items.ts';
import { placesFor } from './places.ts';
import { openUpload } from './upload/upload-store.ts';

/** What the page on screen can do, as a line. */
export function pageItem({ title, run, thing }: PageAction): PaletteItem {
  const key = `page:${title}`;
  if (thing !== undefined) return { key, kind: 'saved_query', title, note: thing, run };
  return { key, kind: 'action', title, note: t('On this page'), run };
}

/** Those that the bar does not lead to. */
function sqlPlaces(user: Me) {
  return placesFor(user, 'sql').filter(({ page }) => page !== 'sqlLab');
}

/** Everything the palette can do besides opening objects. */
export function paletteActions(user: Me, onKeyboardMap: () => void): readonly PaletteItem[] {
  const { setTheme, setDensity } = usePreferences.getState();
  const run = (title: string, action: () => void): PaletteItem => ({
    key: `action:${title}`,
    kind: 'action',
    title,
    note: '',
    run: action,
  });
  return [
    ...placesFor(user, 'create').map((place): PaletteItem => {
      const thing = tMarked(place.label).toLowerCase();
      const title = t('Create: %(thing)s', { thing });
      const otherWords = t('New %(thing)s', { thing });
      return { key: `create:${place.href}`, kind: 'action', title, otherWords, note: '', href: place.href };
    }),
    ...(holds(user, 'can_upload', 'Database') ? [run(t('Upload a file'), () => openUpload())] : []),
    ...[menus.home, ...placesFor(user, 'main'), ...sqlPlaces(user), ...placesFor(user, 'admin'), menus.profile].map(
      (place): PaletteItem => ({
        key: `place:${place.href}`,
        kind: 'place',
        title: tMarked(place.label),
        note: '',
        href: place.href,
      }),
    ),
    run(t('Theme: light'), () => setTheme('light')),
    run(t('Theme: dark'), () => setTheme('dark')),
    run(t('Theme: as the system'), () => setTheme('system')),
    run(t('Density: comfortable'), () => setDensity('comfortable')),
    run(t('Density: compact'), () => setDensity('compact')),
    run(t('Keyboard map'), onKeyboardMap),
  ];
}
