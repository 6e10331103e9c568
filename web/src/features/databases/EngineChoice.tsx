import { t } from '@tessera/core/messages';
import type { AvailableEngine } from '../../api/databases.ts';
import classes from './DatabaseDialog.module.css';

type EngineChoiceProps = {
  readonly engines: readonly AvailableEngine[];
  readonly chosen: string;
  readonly onChoose: (engine: AvailableEngine) => void;
};

/** The kinds of database, one of them pressed. */
export function EngineChoice({ engines, chosen, onChoose }: EngineChoiceProps) {
  return (
    <div role="group" aria-label={t('Kind of database')} className={classes['kinds']}>
      {engines.map((one) => (
        <button
          key={one.engine}
          type="button"
          className={classes['kind']}
          aria-pressed={one.engine === chosen}
          onClick={() => onChoose(one)}
        >
          {one.name}
        </button>
      ))}
    </div>
  );
}
