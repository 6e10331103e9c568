import { t } from '@tessera/core/messages';
import { Button } from '../ui/buttons/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import classes from './ControlPanel.module.css';
import { VizBar } from './VizBar.tsx';

type UnknownTypeProps = {
  readonly type: string;
  readonly onPick: (type: string) => void;
  readonly onGallery: () => void;
};

/** The settings of a chart whose type this version does not have: the way to a type that it has. */
export function UnknownType({ type, onPick, onGallery }: UnknownTypeProps) {
  return (
    <section className={classes['panel']} aria-label={t('Chart settings')}>
      <header className={classes['panelHead']}>
        <VizBar type={type} onPick={onPick} onGallery={onGallery} />
      </header>
      <EmptyState
        title={t('This version has no chart type "%s".', type)}
        action={<Button onClick={onGallery}>{t('Choose a chart type')}</Button>}
        drawing="chart"
        small
      >
        {t('The settings of the chart are kept. What another type has a place for is taken over.')}
      </EmptyState>
    </section>
  );
}
