import { t } from '@tessera/core/messages';
import type { Me } from '../api/me.ts';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import classes from './KeyboardMap.module.css';
import { adminPlaces, places } from './places.ts';
import { paletteKeys } from './use-global-keys.ts';

type Shortcut = { readonly keys: readonly string[]; readonly does: string };

type Group = { readonly title: string; readonly shortcuts: readonly Shortcut[] };

export function KeyboardMap({ person, onClose }: { readonly person: Me; readonly onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={t('Keyboard map')}>
      <div className={classes['groups']} tabIndex={-1} data-autofocus>
        {groupsFor(person).map((group) => (
          <section key={group.title} className={classes['group']}>
            <h3>{t(group.title)}</h3>
            <dl>
              {group.shortcuts.map((shortcut) => (
                <div key={shortcut.does} className={classes['line']}>
                  <dt>{t(shortcut.does)}</dt>
                  <dd>
                    {shortcut.keys.map((key) => (
                      <kbd key={key} className={classes['key']}>
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function groupsFor(person: Me): readonly Group[] {
  const modifier = paletteKeys() === '⌘K' ? '⌘' : 'Ctrl';
  const goTo = [...places, ...adminPlaces]
    .filter((place) => place.key !== undefined && place.visible(person))
    .map((place): Shortcut => ({ keys: ['g', place.key ?? ''], does: place.label }));
  return [
    {
      title: 'Everywhere',
      shortcuts: [
        { keys: [modifier, 'K'], does: 'Search or do' },
        { keys: ['?'], does: 'Keyboard map' },
        { keys: ['Esc'], does: 'Close what is open' },
      ],
    },
    { title: 'Go to', shortcuts: [{ keys: ['g', 'h'], does: 'Home' }, ...goTo] },
    {
      title: 'Lists',
      shortcuts: [
        { keys: ['/'], does: 'Search' },
        { keys: ['j'], does: 'Next row' },
        { keys: ['k'], does: 'Previous row' },
        { keys: ['Enter'], does: 'Open' },
        { keys: ['x'], does: 'Select' },
      ],
    },
    {
      title: 'Result tables',
      shortcuts: [
        { keys: ['↑', '↓', '←', '→'], does: 'Move between cells' },
        { keys: [modifier, 'C'], does: 'Copy the cell' },
      ],
    },
    {
      title: 'Explore',
      shortcuts: [
        { keys: [modifier, 'Enter'], does: 'Update chart' },
        { keys: [modifier, 'S'], does: 'Save' },
        { keys: [modifier, 'Z'], does: 'Undo' },
        { keys: [modifier, '⇧', 'Z'], does: 'Redo' },
      ],
    },
  ];
}
