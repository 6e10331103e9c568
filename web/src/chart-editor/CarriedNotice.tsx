import { IconX } from '@tabler/icons-react';
import { t, tMarked } from '@tessera/core/messages';
import { resultLabel, type DatasetFields } from '../controls/fields.ts';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import classes from './CarriedNotice.module.css';
import { useEditor } from './editor-context.ts';

/** After another dataset or chart type was chosen: what did not come along, until somebody has seen it. */
export function CarriedNotice({ dataset, onUndo }: { readonly dataset: DatasetFields; readonly onUndo: () => void }) {
  const carried = useEditor((state) => state.carried);
  const dispatch = useEditor((state) => state.dispatch);
  if (!carried || carried.lost.length === 0) return null;
  return (
    <div className={classes['notice']} role="status">
      <div className={classes['text']}>
        <strong>
          {carried.by === 'type'
            ? t('This chart type has no place for')
            : t('The new dataset lacks what these settings held')}
        </strong>
        <ul>
          {carried.lost.map(({ control, values }) => (
            <li key={control}>
              {tMarked(control)}: {values.map((value) => resultLabel(dataset, value)).join(', ')}
            </li>
          ))}
        </ul>
        <button
          type="button"
          className={classes['undo']}
          onClick={() => {
            dispatch({ type: 'carried_seen' });
            onUndo();
          }}
        >
          {t('Undo')}
        </button>
      </div>
      <IconButton
        size="small"
        label={t('Dismiss')}
        icon={<IconX size={14} stroke={1.5} />}
        onClick={() => dispatch({ type: 'carried_seen' })}
      />
    </div>
  );
}
