import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import { legend } from '../../bundles/legend.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled } from '../../shared/choices.ts';
import { adhocFilters, colorScheme, rowLimit } from '../../shared/controls.ts';

const LAYOUTS = labelled(['force', msg('Force')], ['circular', msg('Circular')]);
const EDGE_SYMBOLS = labelled(
  ['none,none', msg('None → None')],
  ['none,arrow', msg('None → Arrow')],
  ['circle,arrow', msg('Circle → Arrow')],
  ['circle,circle', msg('Circle → Circle')],
);
const ROAMS = [
  { value: false, label: msg('Disabled') },
  { value: 'scale', label: msg('Scale only') },
  { value: 'move', label: msg('Move only') },
  { value: true, label: msg('Scale and move') },
] as const;
const SELECTIONS = [
  { value: false, label: msg('Disabled') },
  { value: 'single', label: msg('Single') },
  { value: 'multiple', label: msg('Multiple') },
] as const;
const isForce = (form: RawForm) => form['layout'] !== 'circular';

export const graphControls = {
  source: { kind: 'column', label: msg('Source'), hint: msg('Where an edge begins.'), required: true },
  target: { kind: 'column', label: msg('Target'), hint: msg('Where an edge ends.'), required: true },
  metric: { kind: 'metric', label: msg('Metric'), hint: msg('How strong an edge is.'), required: true },
  source_category: { kind: 'column', label: msg('Source category'), hint: msg('Colours sources by this column.') },
  target_category: { kind: 'column', label: msg('Target category'), hint: msg('Colours targets by this column.') },
  adhoc_filters: adhocFilters,
  row_limit: rowLimit,
  color_scheme: colorScheme,
  ...legend.controls,
  layout: { kind: 'segmented', label: msg('Graph layout'), choices: LAYOUTS, default: 'force', renderOnly: true },
  edgeSymbol: {
    kind: 'select',
    label: msg('Edge symbols'),
    choices: EDGE_SYMBOLS,
    default: 'none,arrow',
    renderOnly: true,
  },
  draggable: {
    kind: 'bool',
    label: msg('Enable node dragging'),
    default: false,
    renderOnly: true,
    visible: isForce,
  },
  roam: {
    kind: 'select',
    label: msg('Enable graph roaming'),
    hint: msg('Zoom with the wheel while Ctrl or ⌘ is held, move by dragging.'),
    choices: ROAMS,
    default: true,
    renderOnly: true,
  },
  selectedMode: {
    kind: 'select',
    label: msg('Node select mode'),
    hint: msg('How many nodes a press selects.'),
    choices: SELECTIONS,
    default: 'single',
    renderOnly: true,
  },
  showSymbolThreshold: {
    kind: 'text',
    label: msg('Label threshold'),
    hint: msg('Nodes with a smaller value have no name.'),
    default: '0',
    format: 'integer',
    renderOnly: true,
  },
  baseNodeSize: {
    kind: 'text',
    label: msg('Node size'),
    hint: msg('Of the median node; the greatest is four times as wide.'),
    default: '20',
    format: 'number',
    renderOnly: true,
  },
  baseEdgeWidth: {
    kind: 'text',
    label: msg('Edge width'),
    hint: msg('Of the median edge; the greatest is four times as wide.'),
    default: '3',
    format: 'number',
    renderOnly: true,
  },
  edgeLength: {
    kind: 'slider',
    label: msg('Edge length'),
    min: 100,
    max: 1000,
    step: 50,
    default: 400,
    renderOnly: true,
    visible: isForce,
  },
  gravity: {
    kind: 'slider',
    label: msg('Gravity'),
    hint: msg('How strongly nodes are drawn to the middle.'),
    min: 0.1,
    max: 1,
    step: 0.1,
    default: 0.3,
    renderOnly: true,
    visible: isForce,
  },
  repulsion: {
    kind: 'slider',
    label: msg('Repulsion'),
    hint: msg('How strongly nodes keep apart.'),
    min: 100,
    max: 3000,
    step: 50,
    default: 1000,
    renderOnly: true,
    visible: isForce,
  },
  friction: {
    kind: 'slider',
    label: msg('Friction'),
    hint: msg('How soon nodes come to rest.'),
    min: 0.1,
    max: 1,
    step: 0.1,
    default: 0.2,
    renderOnly: true,
    visible: isForce,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type GraphForm = FormOf<typeof graphControls>;

export const graphSections: readonly Section<typeof graphControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['source', 'target', 'metric', 'source_category', 'target_category', 'adhoc_filters', 'row_limit'],
  },
  { tab: 'customize', label: msg('Chart options'), controls: ['color_scheme'] },
  ...legend.sections,
  {
    tab: 'customize',
    label: msg('Layout'),
    controls: [
      'layout',
      'edgeSymbol',
      'draggable',
      'roam',
      'selectedMode',
      'showSymbolThreshold',
      'baseNodeSize',
      'baseEdgeWidth',
      'edgeLength',
      'gravity',
      'repulsion',
      'friction',
    ],
  },
];

export const graphDefaults: RawForm = {
  legendMargin: null,
  legendOrientation: 'top',
  legendType: 'scroll',
  show_legend: true,
  layout: 'force',
  roam: true,
  draggable: false,
  selectedMode: 'single',
  showSymbolThreshold: 0,
  repulsion: 1000,
  gravity: 0.3,
  edgeSymbol: 'none,arrow',
  edgeLength: 400,
  baseEdgeWidth: 3,
  baseNodeSize: 20,
  friction: 0.2,
};
