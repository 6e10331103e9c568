import { t } from '@tessera/core/messages';
import classes from './View.module.css';

type PagerProps = {
  readonly page: number;
  readonly pages: number;
  readonly label: string;
  readonly onPage: (page: number) => void;
};

/** First, back, where we are, forward, last. */
export function Pager({ page, pages, label, onPage }: PagerProps) {
  return (
    <div className={classes['pager']} role="group" aria-label={t('Pages of the table')}>
      <span role="status">{label}</span>
      <span className={classes['buttons']}>
        <Step name={t('First page')} path="M7 2L3 5l4 3M2 2v6" disabled={page === 0} onPress={() => onPage(0)} />
        <Step
          name={t('Previous page')}
          path="M6.5 2L3 5l3.5 3"
          disabled={page === 0}
          onPress={() => onPage(page - 1)}
        />
        <span>{t('%(page)s of %(pages)s', { page: page + 1, pages })}</span>
        <Step
          name={t('Next page')}
          path="M3.5 2L7 5 3.5 8"
          disabled={page >= pages - 1}
          onPress={() => onPage(page + 1)}
        />
        <Step
          name={t('Last page')}
          path="M3 2l4 3-4 3M8 2v6"
          disabled={page >= pages - 1}
          onPress={() => onPage(pages - 1)}
        />
      </span>
    </div>
  );
}

function Step({
  name,
  path,
  disabled,
  onPress,
}: {
  readonly name: string;
  readonly path: string;
  readonly disabled: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className={classes['step']}
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={onPress}
    >
      <svg width="14" height="14" viewBox="0 0 10 10" aria-hidden>
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
