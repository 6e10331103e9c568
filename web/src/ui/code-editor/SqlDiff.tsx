import { t, tn } from '@tessera/core/messages';
import { diffTexts, type DiffRow, type DiffSide } from '@tessera/query/sql-assist/diff';
import { Fragment, useMemo, useState } from 'react';
import { cx } from '../common/cx.ts';
import { foldSame, type DiffRun } from './fold-same.ts';
import classes from './SqlDiff.module.css';

type SqlDiffProps = {
  readonly before: string;
  readonly after: string;
  readonly beforeLabel?: string;
  readonly afterLabel?: string;
};

/** Two texts beside each other, with what changed marked; long stretches that are the same are folded. */
export function SqlDiff({ before, after, beforeLabel = t('Before'), afterLabel = t('After') }: SqlDiffProps) {
  const runs = useMemo(() => foldSame(diffTexts(before, after)), [before, after]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  if (before === after) return <p className={classes['same']}>{t('The texts are the same.')}</p>;
  return (
    // A text may be longer than the place for it: the keyboard scrolls it.
    <div className={classes['frame']} role="region" aria-label={t('What changed')} tabIndex={0}>
      <table className={classes['table']}>
        <colgroup>
          <col className={classes['lineColumn']} />
          <col />
          <col className={classes['lineColumn']} />
          <col />
        </colgroup>
        <thead>
          <tr>
            <th colSpan={2}>{beforeLabel}</th>
            <th colSpan={2}>{afterLabel}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Run
              key={run.at}
              run={run}
              isOpened={opened.has(run.at)}
              onOpen={() => setOpened(new Set([...opened, run.at]))}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Parts by where they begin in the line. */
function placed(parts: DiffSide['parts']) {
  let end = 0;
  return parts.map((part) => {
    const at = end;
    end += part.text.length;
    return { ...part, at };
  });
}

type RunProps = { readonly run: DiffRun; readonly isOpened: boolean; readonly onOpen: () => void };

function Run({ run, isOpened, onOpen }: RunProps) {
  if (!run.isFolded || isOpened) return run.rows.map((row, index) => <Row key={run.at + index} row={row} />);
  return (
    <tr>
      <td colSpan={4} className={classes['folded']}>
        <button type="button" onClick={onOpen}>
          {tn('1 line is the same', '%(count)s lines are the same', run.rows.length)}
        </button>
      </td>
    </tr>
  );
}

function Row({ row }: { readonly row: DiffRow }) {
  return (
    <tr data-kind={row.kind}>
      <Side side={row.left} isMarked={row.kind !== 'same'} word="del" />
      <Side side={row.right} isMarked={row.kind !== 'same'} word="ins" />
    </tr>
  );
}

type SideProps = { readonly side: DiffSide | null; readonly isMarked: boolean; readonly word: 'del' | 'ins' };

function Side({ side, isMarked, word: Word }: SideProps) {
  const look = isMarked && side !== null ? classes[Word] : undefined;
  return (
    <>
      <td className={cx(classes['line'], look)}>{side?.line}</td>
      <td className={cx(classes['text'], look, side === null && classes['none'])}>
        {side &&
          placed(side.parts).map(({ at, text, isChanged }) => (
            <Fragment key={at}>{isChanged ? <Word>{text}</Word> : text}</Fragment>
          ))}
      </td>
    </>
  );
}
