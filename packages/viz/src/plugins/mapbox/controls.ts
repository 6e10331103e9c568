import { msg } from '@tessera/core/messages';
import type { Control, FormOf, Section } from '../../define.ts';
import type { PanelContext } from '../../panel.ts';
import { labelled, ROW_LIMITS } from '../../shared/choices.ts';
import { adhocFilters, rowLimit } from '../../shared/controls.ts';

/** A point is as large as others; the word of the form for it. */
export const AUTO = 'Auto';
/** The label of clusters that says how many points they hold. */
export const COUNT = 'count';
const STYLES = 'mapbox://styles/mapbox';

/** Where maps began in older products. A form that says this has not chosen a view: the map fits its points. */
export const UNCHOSEN_VIEW = { longitude: -122.405293, latitude: 37.772123, zoom: 11 } as const;

export const mapboxControls = {
  all_columns_x: { kind: 'column', label: msg('Longitude'), hint: msg('Degrees, east above zero.'), required: true },
  all_columns_y: { kind: 'column', label: msg('Latitude'), hint: msg('Degrees, north above zero.'), required: true },
  clustering_radius: {
    kind: 'select',
    label: msg('Clustering radius'),
    hint: msg('Points closer than this many pixels become one; 0 keeps them apart.'),
    choices: [0, 20, 40, 60, 80, 100, 200, 500, 1000].map((value) => ({ value, label: String(value) })),
    default: 60,
    freeForm: 'integer',
    renderOnly: true,
  },
  row_limit: { ...rowLimit, choices: ROW_LIMITS },
  adhoc_filters: adhocFilters,
  groupby: {
    kind: 'columns',
    label: msg('Group by'),
    hint: msg('One point for each group; longitude, latitude, label and radius must be among these columns.'),
  },

  point_radius: {
    kind: 'select',
    label: msg('Point radius'),
    hint: msg('A number column that sets the radius of each point.'),
    choices: labelled([AUTO, msg('Auto')]),
    choicesFor: (_, panel) => [{ value: AUTO, label: msg('Auto') }, ...numbers(panel)],
    default: AUTO,
    ofNames: true,
  },
  point_radius_unit: {
    kind: 'select',
    label: msg('Point radius unit'),
    hint: msg('What the numbers of the radius mean.'),
    choices: labelled(['Pixels', msg('Pixels')], ['Miles', msg('Miles')], ['Kilometers', msg('Kilometers')]),
    default: 'Pixels',
    renderOnly: true,
  },

  mapbox_label: {
    kind: 'select_many',
    label: msg('Label'),
    hint: msg('"count" writes the number of points on a cluster; a column is summed up for it.'),
    choices: labelled([COUNT, msg('Number of points')]),
    freeForm: true,
    offers: (panel) => panel.columns.map(({ name }) => ({ value: name, label: name })),
  },
  pandas_aggfunc: {
    kind: 'select',
    label: msg('Cluster label aggregator'),
    hint: msg('How the label of a cluster is made of those of its points.'),
    choices: labelled(
      ['sum', msg('Sum')],
      ['mean', msg('Mean')],
      ['min', msg('Minimum')],
      ['max', msg('Maximum')],
      ['std', msg('Standard deviation')],
      ['var', msg('Variance')],
    ),
    default: 'sum',
    renderOnly: true,
  },

  render_while_dragging: {
    kind: 'bool',
    label: msg('Live render'),
    hint: msg('Points and clusters are drawn anew while the map moves.'),
    default: true,
    renderOnly: true,
  },
  mapbox_style: {
    kind: 'select',
    label: msg('Map style'),
    hint: msg('Streets, outdoors and satellite need a tile server; light and dark are built in.'),
    choices: labelled(
      [`${STYLES}/streets-v9`, msg('Streets')],
      [`${STYLES}/dark-v9`, msg('Dark')],
      [`${STYLES}/light-v9`, msg('Light')],
      [`${STYLES}/satellite-streets-v9`, msg('Satellite streets')],
      [`${STYLES}/satellite-v9`, msg('Satellite')],
      [`${STYLES}/outdoors-v9`, msg('Outdoors')],
    ),
    default: `${STYLES}/light-v9`,
    freeForm: 'text',
    renderOnly: true,
  },
  global_opacity: {
    kind: 'text',
    label: msg('Opacity'),
    hint: msg('Of points and clusters, from 0 to 1.'),
    default: '1',
    format: 'number',
    renderOnly: true,
  },
  mapbox_color: {
    kind: 'select',
    label: msg('Point color'),
    choices: labelled(
      ['rgb(0, 139, 139)', msg('Dark cyan')],
      ['rgb(128, 0, 128)', msg('Purple')],
      ['rgb(255, 215, 0)', msg('Gold')],
      ['rgb(69, 69, 69)', msg('Dim gray')],
      ['rgb(220, 20, 60)', msg('Crimson')],
      ['rgb(34, 139, 34)', msg('Forest green')],
    ),
    default: 'rgb(0, 139, 139)',
    freeForm: 'text',
    renderOnly: true,
  },

  viewport_longitude: viewControl(msg('Default longitude'), UNCHOSEN_VIEW.longitude),
  viewport_latitude: viewControl(msg('Default latitude'), UNCHOSEN_VIEW.latitude),
  viewport_zoom: viewControl(msg('Zoom'), UNCHOSEN_VIEW.zoom),
} as const satisfies Record<string, Control>;

export type MapboxForm = FormOf<typeof mapboxControls>;

export const mapboxSections: readonly Section<typeof mapboxControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['all_columns_x', 'all_columns_y', 'clustering_radius', 'row_limit', 'adhoc_filters', 'groupby'],
  },
  { tab: 'data', label: msg('Points'), controls: ['point_radius', 'point_radius_unit'] },
  { tab: 'data', label: msg('Labelling'), controls: ['mapbox_label', 'pandas_aggfunc'] },
  {
    tab: 'customize',
    label: msg('Visual tweaks'),
    controls: ['render_while_dragging', 'mapbox_style', 'global_opacity', 'mapbox_color'],
  },
  {
    tab: 'customize',
    label: msg('Viewport'),
    controls: ['viewport_longitude', 'viewport_latitude', 'viewport_zoom'],
  },
];

function viewControl(label: string, value: number) {
  return {
    kind: 'text',
    label,
    hint: msg('Where the map begins. Left as it is, the map begins with all of its points.'),
    default: String(value),
    format: 'number',
    renderOnly: true,
  } as const;
}

function numbers(panel: PanelContext) {
  return panel.columns
    .filter(({ kind }) => kind === 'numeric' || kind === undefined)
    .map(({ name }) => ({ value: name, label: name }));
}
