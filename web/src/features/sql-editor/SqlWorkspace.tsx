import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { offsetAt, positionAt } from '@tessera/core/text-position';
import { useRef } from 'react';
import { usableDatabases } from '../../api/databases.ts';
import { limits } from '../../api/limits.ts';
import { cx } from '../../ui/common/cx.ts';
import { Separator } from '../../ui/layout/Separator.tsx';
import { SqlField } from './editing/SqlField.tsx';
import { useIsBeside } from './results/pane-store.ts';
import { ResultsPane } from './results/ResultsPane.tsx';
import type { Script } from './runs/run.ts';
import { startRun, stopRun, useTabRun } from './runs/runs-store.ts';
import { LeftBar } from './schema/LeftBar.tsx';
import classes from './SqlEditor.module.css';
import { newSql, tabOf, type EditorTab, type TabChange } from './tabs/tabs.ts';
import { actOnTabs, editTab, useTabs } from './tabs/tabs-store.ts';
import { Toolbar } from './toolbar/Toolbar.tsx';

const HALVES = { northPercent: 50, southPercent: 50 };

/** A tab: what there is in its database, its text, and what came of it. */
export function SqlWorkspace({ tab }: { readonly tab: EditorTab }) {
  const run = useTabRun(tab);
  const databases = useQuery(usableDatabases);
  const engine = databases.data?.find(({ id }) => id === tab.dbId)?.backend ?? null;
  const work = useRef<HTMLDivElement>(null);
  const isBeside = useIsBeside();
  const start = (part?: Script) => startRun(tab, part ?? { sql: tab.sql, at: 0 }, { isAsync: false });
  const insert = (text: string) => editTab(tab.id, withText(tab, text));
  const openTab = (given: TabChange) => {
    const opened = tabOf(useTabs.getState(), { id: crypto.randomUUID(), maxRow: limits.maxRows, ...given }, Date.now());
    actOnTabs({ type: 'add', tab: opened, after: tab.id });
  };
  return (
    <div className={classes['body']}>
      <LeftBar tab={tab} onInsert={insert} onOpenTab={openTab} />
      <div ref={work} className={cx(classes['work'], isBeside && classes['beside'])}>
        <div className={classes['north']} style={{ [isBeside ? 'width' : 'height']: `${tab.northPercent}%` }}>
          <Toolbar tab={tab} run={run} onRun={() => start()} onStop={() => void stopRun(tab.id)} />
          <div className={classes['field']}>
            <SqlField tab={tab} engine={engine} onChange={(change) => editTab(tab.id, change)} onRun={start} />
          </div>
        </div>
        <Separator
          label={isBeside ? t('Width of the query') : t('Height of the query')}
          orientation={isBeside ? 'vertical' : 'horizontal'}
          value={tab.northPercent}
          min={15}
          max={85}
          step={5}
          perPixel={() => 100 / Math.max(1, work.current?.[isBeside ? 'clientWidth' : 'clientHeight'] ?? 1)}
          onChange={(northPercent) => editTab(tab.id, { northPercent, southPercent: 100 - northPercent })}
          onReset={() => editTab(tab.id, isBeside ? HALVES : { northPercent: 30, southPercent: 70 })}
        />
        <div className={classes['south']}>
          <ResultsPane tab={tab} run={run} />
        </div>
      </div>
    </div>
  );
}

/** The text of a tab with another where its cursor is; the text of a new tab gives way to it. */
function withText({ sql, cursorPosition: { row, column } }: EditorTab, text: string): TabChange {
  if (sql === newSql) return { sql: text };
  const at = offsetAt(sql, { line: row + 1, column: column + 1 }) ?? sql.length;
  const next = `${sql.slice(0, at)}${text}${sql.slice(at)}`;
  const { line, column: end } = positionAt(next, at + text.length);
  return { sql: next, cursorPosition: { row: line - 1, column: end - 1 } };
}
