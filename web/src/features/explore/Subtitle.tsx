import { t } from '@tessera/core/messages';
import { useMemo } from 'react';
import { subtitleOf } from '../../chart/chart-words.ts';
import type { Shown } from '../../chart/use-chart.ts';
import { resultLabel, type DatasetFields } from '../../controls/fields.ts';
import classes from './Explore.module.css';
import { useExplore } from './explore-store.ts';
import type { Session } from '../../chart-editor/use-session.ts';

type SubtitleProps = {
  readonly session: Session;
  readonly dataset: DatasetFields;
  readonly shown: Shown | null;
  readonly title: string;
};

/** What the chart says under its name: made from its question, until somebody writes another line. */
export function Subtitle({ session, dataset, shown, title }: SubtitleProps) {
  const written = useExplore((state) => state.draft.form['chart_subtitle']);
  const made = useMemo(() => {
    if (!shown) return '';
    const { chart_subtitle: _, ...form } = shown.form;
    const label = (name: string) => resultLabel(dataset, name);
    return subtitleOf(shown.loaded.viz, form, shown.results, { title, label });
  }, [shown, dataset, title]);
  return (
    <input
      className={classes['subtitleInput']}
      aria-label={t('Line under the name')}
      value={typeof written === 'string' ? written : ''}
      placeholder={made}
      title={typeof written === 'string' && written !== '' ? written : made}
      maxLength={250}
      onChange={(event) => session.setControl('chart_subtitle', event.target.value || undefined)}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}
