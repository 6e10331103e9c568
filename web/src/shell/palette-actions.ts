import { t, tNamed } from '@tessera/core/messages';
import type { Me } from '../api/me.ts';
import { usePreferences } from '../ui/common/preferences.ts';
import type { PaletteItem } from './palette-items.ts';
import { adminPlaces, creatable, places } from './places.ts';

/** Everything the palette can do besides opening objects. */
export function paletteActions(person: Me, onKeyboardMap: () => void): readonly PaletteItem[] {
  const { setTheme, setDensity } = usePreferences.getState();
  const run = (title: string, action: () => void): PaletteItem => ({
    key: `action:${title}`,
    kind: 'action',
    title,
    note: '',
    run: action,
  });
  return [
    ...creatable
      .filter((place) => place.visible(person))
      .map((place): PaletteItem => {
        const title = tNamed('Create: %(thing)s', { thing: t(place.label).toLowerCase() });
        return { key: `create:${place.href}`, kind: 'action', title, note: '', href: place.href };
      }),
    { key: 'place:/', kind: 'place', title: t('Home'), note: '', href: '/' },
    ...[...places, ...adminPlaces]
      .filter((place) => place.visible(person))
      .map((place): PaletteItem => ({
        key: `place:${place.href}`,
        kind: 'place',
        title: t(place.label),
        note: '',
        href: place.href,
      })),
    { key: 'place:/profile/', kind: 'place', title: t('Profile and password'), note: '', href: '/profile/' },
    run(t('Theme: light'), () => setTheme('light')),
    run(t('Theme: dark'), () => setTheme('dark')),
    run(t('Theme: as the system'), () => setTheme('system')),
    run(t('Density: comfortable'), () => setDensity('comfortable')),
    run(t('Density: compact'), () => setDensity('compact')),
    run(t('Keyboard map'), onKeyboardMap),
  ];
}
