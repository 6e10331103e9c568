import { IconEye, IconPencil } from '@tabler/icons-react';
import { updateMeta } from '@tessera/core/layout/resize';
import type { LayoutComponent } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { cx } from '../../../ui/common/cx.ts';
import { Markdown } from '../../../ui/markdown/Markdown.tsx';
import { useDashboardStore } from '../DashboardProvider.tsx';
import cardStyles from '../view/Card.module.css';
import { applyLayout, presentLayout } from './apply-change.ts';
import { MarkdownEditor } from './MarkdownEditor.tsx';

/** A text whose source can be typed in its place. */
export function EditedText({ component }: { readonly component: LayoutComponent }) {
  const store = useDashboardStore();
  const [typed, setTyped] = useState<string | null>(null);
  const source = typeof component.meta.code === 'string' ? component.meta.code : '';
  const take = () => {
    if (typed !== null && typed !== source)
      applyLayout(store, updateMeta(presentLayout(store), component.id, { code: typed }));
    setTyped(null);
  };
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
      {typed !== null && <MarkdownEditor value={typed} onChange={setTyped} onLeave={take} />}
      {typed === null && source !== '' && <Markdown source={source} level={2} />}
      {typed === null && source === '' && (
        <p className={cardStyles['hint']}>{t('Text in Markdown: # heading, **bold**, - list, [link](address).')}</p>
      )}
    </section>
  );
}
