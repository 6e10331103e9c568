import { useQueryClient } from '@tanstack/react-query';
import { IconCheck, IconHistory } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { AnyViz } from '@tessera/viz/erase';
import { vizQuery } from '../../chart/use-viz.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/overlays/Menu.tsx';
import { useExplore } from './explore-store.ts';
import { describeStep } from './history-words.ts';

/** Steps that a menu lists; older ones are reached by Undo. */
const LISTED = 15;

/** What was changed here, the newest first; a click goes to the state after that change. */
export function HistoryMenu({ onStep }: { readonly onStep: (by: number) => void }) {
  const past = useExplore((state) => state.past);
  const draft = useExplore((state) => state.draft);
  const future = useExplore((state) => state.future);
  const client = useQueryClient();
  const definition = (type: string): AnyViz | null => client.getQueryData(vizQuery(type).queryKey) ?? null;
  const line = [...past, draft, ...future];
  const steps = line.map((after, at) => {
    const before = line[at - 1];
    return { at, text: before ? describeStep(before, after, definition) : t('As it was opened') };
  });
  const reason = line.length < 2 ? t('Nothing was changed yet') : null;
  return (
    <Menu
      label={t('History of changes')}
      width={280}
      trigger={
        <IconButton
          label={t('History of changes')}
          icon={<IconHistory size={16} stroke={1.5} />}
          disabledReason={reason}
        />
      }
    >
      {steps
        .toReversed()
        .slice(0, LISTED)
        .map(({ at, text }) => (
          <MenuItem
            key={at}
            icon={
              at === past.length ? (
                <IconCheck size={16} stroke={1.5} />
              ) : (
                <span style={{ display: 'block', width: 16 }} />
              )
            }
            onClick={() => onStep(at - past.length)}
          >
            {text}
            {at === past.length && <span className="ts-visually-hidden">, {t('shown now')}</span>}
          </MenuItem>
        ))}
    </Menu>
  );
}
