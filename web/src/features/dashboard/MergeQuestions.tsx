import type { MergeChoice } from '@tessera/core/dashboard/merge';
import type { MergeQuestion } from '@tessera/core/dashboard/merge-questions';
import { t, tn } from '@tessera/core/messages';
import { Button } from '../../ui/buttons/Button.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import classes from './MergeQuestions.module.css';

type MergeQuestionsProps = {
  readonly questions: readonly MergeQuestion[];
  readonly chosen: ReadonlyMap<string, MergeChoice>;
  readonly onChoose: (keys: readonly string[], choice: MergeChoice) => void;
};

/** What both changed, one by one: mine stays, theirs does, or both. */
export function MergeQuestions({ questions, chosen, onChoose }: MergeQuestionsProps) {
  const all = questions.map(({ key }) => key);
  return (
    <section className={classes['questions']} aria-label={t('You both changed:')}>
      <header className={classes['head']}>
        <h3>{tn('You both changed 1 thing', 'You both changed %(count)s things', questions.length)}</h3>
        {questions.length > 1 && (
          <>
            <Button size="small" variant="quiet" onClick={() => onChoose(all, 'mine')}>
              {t('All mine')}
            </Button>
            <Button size="small" variant="quiet" onClick={() => onChoose(all, 'theirs')}>
              {t('All theirs')}
            </Button>
          </>
        )}
      </header>
      <ul className={classes['list']}>
        {questions.map((question) => (
          <li key={question.key} className={classes['question']}>
            <span className={classes['words']}>{question.words}</span>
            <SegmentedControl
              label={question.words}
              value={chosen.get(question.key) ?? 'mine'}
              options={[
                { value: 'mine', label: t('Mine') },
                { value: 'theirs', label: t('Theirs') },
                ...(question.canBoth ? [{ value: 'both' as const, label: t('Both') }] : []),
              ]}
              onChange={(choice) => onChoose([question.key], choice)}
            />
            <Sides question={question} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sides({ question: { mine, theirs } }: { readonly question: MergeQuestion }) {
  if (mine === '' && theirs === '') return null;
  return (
    <dl className={classes['sides']}>
      <dt>{t('Mine')}</dt>
      <dd>{mine === '' ? t('nothing') : mine}</dd>
      <dt>{t('Theirs')}</dt>
      <dd>{theirs === '' ? t('nothing') : theirs}</dd>
    </dl>
  );
}
