import { t } from '@tessera/core/messages';
import classes from './ChangedNotice.module.css';

type ChangedNoticeProps = {
  /** What was saved by someone else, as a sentence. */
  readonly sentence: string;
  /** Names of fields whose new values came in from the other user. */
  readonly taken?: readonly string[];
  /** Fields that both changed, with what the other user wrote there. */
  readonly clashes?: readonly { readonly label: string; readonly theirs: string }[];
};

/** After a 412: what came in from the other user, and what they wrote where both changed the same. */
export function ChangedNotice({ sentence, taken = [], clashes = [] }: ChangedNoticeProps) {
  return (
    <div ref={show} className={classes['changed']} role="alert">
      <p>{sentence}</p>
      {taken.length > 0 && <p>{t('Taken over from them: %(fields)s.', { fields: taken.join(', ') })}</p>}
      {clashes.length > 0 && (
        <>
          <p>{t('Where both of you changed the same, yours stands in the form. They wrote:')}</p>
          <dl>
            {clashes.map(({ label, theirs }) => [
              <dt key={`${label}-name`}>{label}</dt>,
              <dd key={label}>{theirs || t('nothing')}</dd>,
            ])}
          </dl>
        </>
      )}
    </div>
  );
}

/** The notice lies above the fields, and the button that was pressed below them. */
function show(element: HTMLDivElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
