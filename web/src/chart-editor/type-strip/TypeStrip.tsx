import { IconLayoutGrid } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { PanelContext } from '@tessera/viz/define';
import { useMemo, useState } from 'react';
import type { Shown } from '../../chart/use-chart.ts';
import { vizEntry, vizName } from '../../chart/use-viz.ts';
import { cx } from '../../ui/common/cx.ts';
import { Tooltip } from '../../ui/overlays/Tooltip.tsx';
import { useEditor } from '../editor-context.ts';
import { Thumbnail } from '../Thumbnail.tsx';
import { candidatesOf, questionOf } from './candidates.ts';
import { typeItems } from './type-items.ts';
import classes from './TypeStrip.module.css';
import { useMiniPictures } from './use-mini-pictures.ts';
import type { Session } from '../use-session.ts';

/** Letters that fit beside each other under a picture. */
const LONGEST_WORD = 11;

type TypeStripProps = {
  readonly session: Session;
  readonly panel: PanelContext;
  /** The last picture; its rows are drawn by the other types. */
  readonly shown: Shown | null;
  readonly onGallery: () => void;
};

/** The types that suit this result, as small pictures of it, and the way to all others. */
export function TypeStrip({ session, panel, shown, onGallery }: TypeStripProps) {
  const type = useEditor((state) => state.draft.vizType);
  const types = useOffered(session, panel, type);
  const minis = useMiniPictures(types, shown, panel);
  return (
    <div className={classes['strip']} role="group" aria-label={t('Chart type')}>
      {types.map((name) => (
        <TypeButton
          key={name}
          type={name}
          picture={minis.get(name) ?? null}
          isChosen={name === type}
          onPick={() => name !== type && session.changeViz(name)}
        />
      ))}
      <button
        type="button"
        className={classes['all']}
        aria-label={t('All chart types')}
        aria-haspopup="dialog"
        onClick={onGallery}
      >
        <IconLayoutGrid size={16} stroke={1.5} aria-hidden />
        <span className={classes['word']}>{t('All')}</span>
      </button>
    </div>
  );
}

type TypeButtonProps = {
  readonly type: string;
  readonly picture: string | null;
  readonly isChosen: boolean;
  readonly onPick: () => void;
};

function TypeButton({ type, picture, isChosen, onPick }: TypeButtonProps) {
  const name = vizName(type);
  return (
    <Tooltip label={name}>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={name}
        data-viz-type={type}
        data-has-picture={picture !== null}
        className={cx(classes['type'], isChosen && classes['chosen'])}
        onClick={onPick}
      >
        <span className={classes['picture']}>
          {picture === null ? <Thumbnail type={type} /> : <img src={picture} alt="" draggable={false} />}
        </span>
        <span className={classes['word']} data-long={isLong(wordOf(name)) || undefined}>
          {wordOf(name)}
        </span>
      </button>
    </Tooltip>
  );
}

/** What tells the type from the others. */
function wordOf(name: string): string {
  return name.replace(/\s+charts?$/i, '');
}

/** Whether a word is wider than its place: it would be broken anywhere. */
function isLong(words: string): boolean {
  return words.split(' ').some((word) => word.length > LONGEST_WORD);
}

/**
 * What is offered changes with the question, not with a look at another type: who tries one finds the others where they
 * were.
 */
function useOffered({ viz }: Session, panel: PanelContext, type: string): readonly string[] {
  const form = useEditor((state) => state.draft.form);
  const isAsEntered = useEditor((state) => state.memory.entered.get(type) === form);
  const [offered, setOffered] = useState<readonly string[]>([]);
  const isSameQuestion = isAsEntered && offered.includes(type);
  const next = useMemo(() => {
    if (isSameQuestion) return offered;
    const question = questionOf(viz, form, panel);
    return candidatesOf(typeItems, question, vizEntry(type) ? type : '').map((item) => item.type);
  }, [isSameQuestion, offered, viz, form, panel, type]);
  if (next.join() !== offered.join()) setOffered(next);
  return next;
}
