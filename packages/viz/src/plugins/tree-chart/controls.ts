import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled } from '../../shared/choices.ts';
import { adhocFilters, rowLimit } from '../../shared/controls.ts';

const LAYOUTS = labelled(['orthogonal', msg('Orthogonal')], ['radial', msg('Radial')]);
const ORIENTATIONS = labelled(
  ['LR', msg('Left to right')],
  ['RL', msg('Right to left')],
  ['TB', msg('Top to bottom')],
  ['BT', msg('Bottom to top')],
);
const POSITIONS = labelled(
  ['left', msg('Left')],
  ['top', msg('Top')],
  ['right', msg('Right')],
  ['bottom', msg('Bottom')],
);
const EMPHASES = labelled(['ancestor', msg('Ancestors')], ['descendant', msg('Descendants')]);
const SYMBOLS = labelled(
  ['emptyCircle', msg('Empty circle')],
  ['circle', msg('Circle')],
  ['rect', msg('Rectangle')],
  ['triangle', msg('Triangle')],
  ['diamond', msg('Diamond')],
  ['pin', msg('Pin')],
  ['arrow', msg('Arrow')],
  ['none', msg('None')],
);
/** Stored as texts and truths, as bundles have them. */
const ROAMS = [
  { value: false, label: msg('Disabled') },
  { value: 'scale', label: msg('Scale only') },
  { value: 'move', label: msg('Move only') },
  { value: true, label: msg('Scale and move') },
] as const;
const isOrthogonal = (form: RawForm) => form['layout'] !== 'radial';

export const treeControls = {
  id: { kind: 'column', label: msg('Id'), hint: msg('Names each node; no two have the same.'), required: true },
  parent: { kind: 'column', label: msg('Parent'), hint: msg('The id of the node above.'), required: true },
  name: { kind: 'column', label: msg('Name'), hint: msg('What stands at a node; without it its id.') },
  root_node_id: {
    kind: 'text',
    label: msg('Root node id'),
    hint: msg('The node that the tree begins with; empty takes the largest tree.'),
    default: '',
    renderOnly: true,
  },
  metric: { kind: 'metric', label: msg('Metric'), hint: msg('A value for each node, in its tooltip.') },
  adhoc_filters: adhocFilters,
  row_limit: rowLimit,
  layout: { kind: 'segmented', label: msg('Tree layout'), choices: LAYOUTS, default: 'orthogonal', renderOnly: true },
  orient: {
    kind: 'select',
    label: msg('Tree orientation'),
    choices: ORIENTATIONS,
    default: 'LR',
    renderOnly: true,
    visible: isOrthogonal,
  },
  node_label_position: {
    kind: 'select',
    label: msg('Node label position'),
    choices: POSITIONS,
    default: 'left',
    renderOnly: true,
  },
  child_label_position: {
    kind: 'select',
    label: msg('Child label position'),
    hint: msg('Where the names of nodes without children stand.'),
    choices: POSITIONS,
    default: 'bottom',
    initial: () => 'right',
    renderOnly: true,
  },
  emphasis: {
    kind: 'segmented',
    label: msg('Emphasis'),
    hint: msg('What stands out with the node under the pointer.'),
    choices: EMPHASES,
    default: 'descendant',
    renderOnly: true,
    visible: isOrthogonal,
  },
  symbol: { kind: 'select', label: msg('Symbol'), choices: SYMBOLS, default: 'emptyCircle', renderOnly: true },
  symbolSize: { kind: 'slider', label: msg('Symbol size'), min: 5, max: 30, step: 2, default: 7, renderOnly: true },
  roam: {
    kind: 'select',
    label: msg('Enable graph roaming'),
    hint: msg('Zoom with the wheel while Ctrl or ⌘ is held, move by dragging.'),
    choices: ROAMS,
    default: true,
    renderOnly: true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type TreeForm = FormOf<typeof treeControls>;

export const treeSections: readonly Section<typeof treeControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['id', 'parent', 'name', 'root_node_id', 'metric', 'adhoc_filters', 'row_limit'],
  },
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: [
      'layout',
      'orient',
      'node_label_position',
      'child_label_position',
      'emphasis',
      'symbol',
      'symbolSize',
      'roam',
    ],
  },
];

export const treeDefaults: RawForm = {
  root_node_id: '',
  layout: 'orthogonal',
  orient: 'LR',
  symbol: 'emptyCircle',
  symbolSize: 7,
  roam: true,
  node_label_position: 'left',
  child_label_position: 'bottom',
  emphasis: 'descendant',
};
