import { t, tMarked } from '@tessera/core/messages';
import { menus } from '@tessera/core/pages';
import type { Me } from '../api/me.ts';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import classes from './KeyboardMap.module.css';
import { placesFor } from './places.ts';
import { paletteKeys } from './use-global-keys.ts';

type Shortcut = { readonly keys: readonly string[]; readonly does: string };
type ShortcutGroup = { readonly title: string; readonly shortcuts: readonly Shortcut[] };

export function KeyboardMap({ user, onClose }: { readonly user: Me; readonly onClose: () => void }) {
  const groups = shortcutGroups(user);
  return (
    <Dialog opened onClose={onClose} title={t('Keyboard map')}>
      <div className={classes['groups']} tabIndex={-1} data-autofocus>
        {groups.map((group) => (
          <section key={group.title} className={classes['group']}>
            <h3>{group.title}</h3>
            <dl>
              {group.shortcuts.map((shortcut) => (
                <div key={shortcut.does} className={classes['line']}>
                  <dt>{shortcut.does}</dt>
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

function shortcutGroups(user: Me): readonly ShortcutGroup[] {
  const modifier = paletteKeys() === '⌘K' ? '⌘' : 'Ctrl';
  const goTo = [menus.home, ...placesFor(user, 'main'), ...placesFor(user, 'sql'), ...placesFor(user, 'admin')]
    .filter((place) => place.key !== undefined)
    .map((place): Shortcut => ({ keys: ['g', place.key ?? ''], does: tMarked(place.label) }));
  return [
    {
      title: t('Everywhere'),
      shortcuts: [
        { keys: [modifier, 'K'], does: t('Search or do') },
        { keys: ['?'], does: t('Keyboard map') },
        { keys: ['Esc'], does: t('Close what is open') },
      ],
    },
    { title: t('Go to'), shortcuts: goTo },
    {
      title: t('Lists'),
      shortcuts: [
        { keys: ['/'], does: t('Search') },
        { keys: ['j'], does: t('Next row') },
        { keys: ['k'], does: t('Previous row') },
        { keys: ['Enter'], does: t('Open') },
        { keys: ['x'], does: t('Select') },
      ],
    },
    {
      title: t('Result tables'),
      shortcuts: [
        { keys: ['↑', '↓', '←', '→'], does: t('Move between cells') },
        { keys: [modifier, 'C'], does: t('Copy the cell') },
      ],
    },
    {
      title: t('SQL'),
      shortcuts: [
        { keys: [modifier, 'Enter'], does: t('Run') },
        { keys: ['Esc'], does: t('Stop') },
        { keys: [modifier, 'S'], does: t('Save') },
        { keys: ['Alt', '⇧', 'N'], does: t('New query') },
        { keys: ['Alt', '⇧', 'T'], does: t('Reopen closed tab') },
        { keys: ['Alt', '⇧', 'W'], does: t('Close the tab') },
        { keys: ['Alt', '⇧', '→'], does: t('Next tab') },
        { keys: ['Alt', '⇧', '←'], does: t('Previous tab') },
      ],
    },
    {
      title: t('Explore'),
      shortcuts: [
        { keys: [modifier, 'Enter'], does: t('Update chart') },
        { keys: [modifier, 'S'], does: t('Save') },
        { keys: [modifier, 'Z'], does: t('Undo') },
        { keys: [modifier, '⇧', 'Z'], does: t('Redo') },
      ],
    },
  ];
}
