import { IconCopy, IconRefresh } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { offsetAt, positionAt } from '@tessera/core/text-position';
import { Button } from '../../../ui/buttons/Button.tsx';
import { copyText } from '../../../ui/feedback/copy.ts';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { showInText } from '../editing/write-text.ts';
import type { Run, RunError, Script } from '../runs/run.ts';
import { startRun } from '../runs/runs-store.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import { detailsOf, Problem } from './Problem.tsx';
import classes from './ResultsPane.module.css';

/** What went wrong, where, why it may be, and what can be done. */
export function RunProblem({ tab, run }: { readonly tab: EditorTab; readonly run: Run }) {
  const isGone = run.errors.some((error) => error.isGone);
  const errors = run.errors.map((error) => ({ ...error, place: placeInTab(tab.sql, run.script, error.place) }));
  const isNarrow = useNarrow();
  // On a phone the text is not on screen.
  const goTo = (place: RunError['place']) => {
    const at = place === null ? null : offsetAt(tab.sql, place);
    return at === null || isNarrow ? undefined : () => showInText(tab.id, at);
  };
  const details = errors.map(detailsOf).join('\n\n');
  return (
    <div role="alert" className={classes['problem']}>
      {errors.map((error) => (
        <Problem key={error.message} error={error} onGo={goTo(error.place)} />
      ))}
      <div className={classes['problemActions']}>
        <Button
          size="small"
          variant={isGone ? 'primary' : 'default'}
          icon={<IconRefresh size={14} stroke={1.5} />}
          onClick={() => startRun(tab, run.script, { ...run.way, isConfirmed: false })}
        >
          {t('Run again')}
        </Button>
        <Button
          size="small"
          icon={<IconCopy size={14} stroke={1.5} />}
          onClick={() => void copyText(`${details}\n\n${run.query.executedSql ?? run.script.sql}`)}
        >
          {t('Copy details')}
        </Button>
      </div>
    </div>
  );
}

/** The place in the whole text of the tab, as long as what ran stands in it where it stood. */
function placeInTab(text: string, { sql, at }: Script, place: RunError['place']): RunError['place'] {
  const offset = place === null || !text.startsWith(sql, at) ? null : offsetAt(sql, place);
  return offset === null
    ? place
    : { ...positionAt(text, at + offset), ...(place?.column === null && { column: null }) };
}
