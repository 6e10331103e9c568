import { IconEye, IconPencil } from '@tabler/icons-react';
import { updateMeta } from '@tessera/core/layout/resize';
import type { LayoutComponent } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { CodeEditor } from '../../../ui/code-editor/CodeEditor.tsx';
import { cx } from '../../../ui/common/cx.ts';
import { Markdown } from '../../../ui/markdown/Markdown.tsx';
import cardStyles from './Card.module.css';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import { applyLayout, presentLayout } from '../edit/apply-change.ts';

/** Text on the dashboard; in edit mode its source can be typed in place. */
export function MarkdownCard({ component }: { readonly component: LayoutComponent }) {
  const store = useDashboardStore();
  const editMode = useDashboard((state) => state.editMode);
  const [typed, setTyped] = useState<string | null>(null);
  const source = typeof component.meta.code === 'string' ? component.meta.code : '';
  const take = () => {
    if (typed !== null && typed !== source)
      applyLayout(store, updateMeta(presentLayout(store), component.id, { code: typed }));
    setTyped(null);
  };

  // A text without words keeps its place, but is no white card that seems to have failed.
  if (!editMode && source.trim() === '') return null;
  if (!editMode)
    return (
      <section className={cx(cardStyles['card'], cardStyles['text'])}>
        <Markdown source={source} level={2} />
      </section>
    );
  return (
    <section className={cx(cardStyles['card'], cardStyles['text'])} aria-label={t('Text')}>
      <div className={cardStyles['textBar']} data-over={typed === null}>
        {typed === null ? (
          <Button key="edit" size="small" icon={<IconPencil size={14} stroke={1.5} />} onClick={() => setTyped(source)}>
            {t('Edit text')}
          </Button>
        ) : (
          // Leaving the field takes the text; the press that follows must not open it again.
          <Button key="show" size="small" icon={<IconEye size={14} stroke={1.5} />} onClick={take}>
            {t('Show text')}
          </Button>
        )}
      </div>
      {typed === null ? (
        source === '' ? (
          <p className={cardStyles['hint']}>{t('Text in Markdown: # heading, **bold**, - list, [link](address).')}</p>
        ) : (
          <Markdown source={source} level={2} />
        )
      ) : (
        // The user asked to type here.
        <CodeEditor
          label={t('Text in Markdown')}
          language="markdown"
          fill
          takesFocus
          value={typed}
          onChange={setTyped}
          onBlur={take}
        />
      )}
    </section>
  );
}
