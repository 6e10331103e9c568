import type { Extension } from '@codemirror/state';
import { hoverTooltip } from '@codemirror/view';
import { descriptionPane } from './description-pane.ts';
import { loadHelp } from './load-help.ts';
import { askAndLoad, type SqlContext } from './sql-context.ts';

/** What a name stands for, while the pointer is over it. */
export function sqlHover(context: SqlContext): Extension {
  return hoverTooltip(
    async (view, place) => {
      const script = context.script(view.state);
      const source = context.catalog();
      const { describeSubject, subjectAt } = await loadHelp();
      const found = await askAndLoad(source, (catalog) => subjectAt(script, place, catalog));
      if (found?.subject == null) return null;
      const { from, to, subject } = found;
      return {
        pos: from,
        end: to,
        above: true,
        create: () => ({ dom: descriptionPane(describeSubject(subject, source.current())) }),
      };
    },
    { hoverTime: 350, hideOnChange: true },
  );
}
