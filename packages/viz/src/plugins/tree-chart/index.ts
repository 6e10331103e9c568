import { buildQueryObject } from '@tessera/core/build-query';
import { t, tn } from '@tessera/core/messages';
import { defineViz } from '../../define.ts';
import { selectMarks } from '../../select.ts';
import { treeControls, treeDefaults, treeSections } from './controls.ts';
import { treeMarks } from './marks.ts';
import { treeOption } from './option.ts';
import { treeNotes } from './notes.ts';
import { emptyTree, readTree, treeColumns } from './tree.ts';

const DESCRIBED = 8;

export const tree = defineViz({
  type: 'tree_chart',
  controls: treeControls,
  sections: treeSections,
  roles: { source: 'parent', target: 'id', label: 'name', value: 'metric', filters: 'adhoc_filters' },
  defaults: treeDefaults,

  buildQueries: (form, raw) => [{ ...buildQueryObject(raw), columns: [...treeColumns(form)] }],

  describe: (results, form, context) => {
    const { root, size, levels } = readTree(results[0], form, context);
    if (root === null) return t('Tree chart without data.');
    const told = root.children.slice(0, DESCRIBED).map(({ name }) => name);
    const rest = root.children.length - told.length;
    const below = [...told, ...(rest > 0 ? [tn('1 more', '%(count)s more', rest)] : [])].join(', ');
    const opening = tn(
      'Tree of 1 node: %(root)s.',
      'Tree of %(count)s nodes on %(levels)s levels below %(root)s.',
      size,
      { levels, root: root.name },
    );
    return below === '' ? opening : `${opening} ${t('Next below it: %s.', below)}`;
  },

  // A press folds and unfolds, so that it filters nothing; the menu leads to the rows of a node.
  select: (event, _, __, inputs) => (event.kind === 'select' ? null : selectMarks(event, { ...inputs, emits: false })),
  notes: treeNotes,
  whyEmpty: emptyTree,

  drawing: { kind: 'option', parts: () => import('./echarts-parts.ts'), toOption: treeOption, marks: treeMarks },
});
