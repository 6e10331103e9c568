import { useQueryClient } from '@tanstack/react-query';
import { IconCheck, IconHistory } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { vizQuery } from '../../chart/use-viz.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Menu, MenuItem } from '../../ui/overlays/Menu.tsx';
import { useExplore } from './explore-store.ts';
import classes from './History.module.css';
import { describeStep, type HistoryWords } from './history-words.ts';

/** Steps that a menu lists; older ones are reached by Undo. */
const LISTED = 15;

type Step = {
  readonly at: number;
  readonly text: string;
  /** Steps from the state that is shown; 0 is that one. */
  readonly by: number;
};

/** What was changed here, the newest first. */
function useHistory(): readonly Step[] {
  const past = useExplore((state) => state.past);
  const draft = useExplore((state) => state.draft);
  const future = useExplore((state) => state.future);
  const dataset = useExplore((state) => state.dataset);
  const grounds = useExplore((state) => state.grounds);
  const client = useQueryClient();
  const words: HistoryWords = {
    definition: (type) => client.getQueryData(vizQuery(type).queryKey) ?? null,
    datasetName: (datasource) =>
      (datasource === draft.form['datasource'] ? dataset : grounds.get(datasource)?.dataset)?.name ?? null,
  };
  const line = [...past, draft, ...future];
  return line
    .map((after, at) => {
      const before = line[at - 1];
      const text = before ? describeStep(before, after, words) : t('As it was opened');
      return { at, text, by: at - past.length };
    })
    .toReversed();
}

/** The history behind a button; a click goes to the state after that change. */
export function HistoryMenu({ onStep }: { readonly onStep: (by: number) => void }) {
  const steps = useHistory();
  return (
    <Menu
      label={t('History of changes')}
      width={280}
      trigger={
        <IconButton
          label={t('History of changes')}
          icon={<IconHistory size={16} stroke={1.5} />}
          disabledReason={steps.length < 2 ? t('Nothing was changed yet') : null}
        />
      }
    >
      {steps.slice(0, LISTED).map(({ at, text, by }) => (
        <MenuItem key={at} icon={<ShownMark by={by} />} onClick={() => onStep(by)}>
          {text}
          {by === 0 && <ShownWords />}
        </MenuItem>
      ))}
    </Menu>
  );
}

type HistoryDialogProps = { readonly onStep: (by: number) => void; readonly onClose: () => void };

/** The whole history where there is no room for its button; the list stays open, so that states are compared. */
export function HistoryDialog({ onStep, onClose }: HistoryDialogProps) {
  const steps = useHistory();
  return (
    <Dialog opened onClose={onClose} title={t('History of changes')}>
      <ol className={classes['list']} reversed>
        {steps.map(({ at, text, by }) => (
          <li key={at}>
            <button type="button" aria-current={by === 0 ? 'step' : undefined} onClick={() => by !== 0 && onStep(by)}>
              <ShownMark by={by} />
              <span>{text}</span>
              {by === 0 && <ShownWords />}
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function ShownMark({ by }: Pick<Step, 'by'>) {
  return by === 0 ? <IconCheck size={16} stroke={1.5} aria-hidden /> : <span className={classes['blank']} />;
}

function ShownWords() {
  return <span className="ts-visually-hidden">, {t('shown now')}</span>;
}
