import type { LayoutComponent } from '@tessera/core/layout/types';
import { cx } from '../../../ui/common/cx.ts';
import { Markdown } from '../../../ui/markdown/Markdown.tsx';
import cardStyles from './Card.module.css';
import { useDashboard } from '../DashboardProvider.tsx';
import { EditedText } from '../edit/on-demand.ts';

/** Text on the dashboard; in edit mode its source can be typed in place. */
export function MarkdownCard({ component }: { readonly component: LayoutComponent }) {
  const editMode = useDashboard((state) => state.editMode);
  const source = typeof component.meta.code === 'string' ? component.meta.code : '';
  if (editMode) return <EditedText component={component} />;
  // A text without words keeps its place, but is no white card that seems to have failed.
  if (source.trim() === '') return null;
  return (
    <section className={cx(cardStyles['card'], cardStyles['text'])}>
      <Markdown source={source} level={2} />
    </section>
  );
}
