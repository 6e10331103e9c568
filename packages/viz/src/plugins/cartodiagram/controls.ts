import { msg } from '@tessera/core/messages';
import type { Control, FormOf, Section } from '../../define.ts';

export const cartodiagramControls = {
  selected_chart: {
    kind: 'saved_chart',
    label: msg('Chart'),
    hint: msg('A saved chart of this dataset that is drawn small at each place: a pie, bars, lines or a number.'),
    required: true,
  },
  geom_column: {
    kind: 'column',
    label: msg('Geometry column'),
    hint: msg('GeoJSON or well-known text; of areas the middle is taken.'),
    required: true,
  },

  map_view: {
    kind: 'json',
    label: msg('Map extent'),
    hint: msg('{"mode": "FIT_DATA"}, or "CUSTOM" with zoom, latitude and longitude.'),
    default: { mode: 'FIT_DATA' },
    renderOnly: true,
  },
  layer_configs: {
    kind: 'json',
    label: msg('Layers'),
    hint: msg('Layers of other servers are kept; they are drawn by the tile server of this installation.'),
    default: [],
    renderOnly: true,
  },

  chart_background_color: {
    kind: 'color',
    label: msg('Background color'),
    default: { r: 255, g: 255, b: 255, a: 0.2 },
    renderOnly: true,
  },
  chart_background_border_radius: {
    kind: 'slider',
    label: msg('Corner radius'),
    hint: msg('Of the background, in percent of half its side.'),
    min: 0,
    max: 100,
    step: 1,
    default: 10,
    renderOnly: true,
  },
  chart_size: {
    kind: 'json',
    label: msg('Chart size'),
    hint: msg('{"type": "FIXED", "LINEAR" or "EXP", "configs": {width, height, zoom, slope, exponent}} in pixels.'),
    default: { type: 'FIXED', configs: { zoom: 6, width: 100, height: 100, slope: 30, exponent: 2 } },
    renderOnly: true,
  },
} as const satisfies Record<string, Control>;

export type CartodiagramForm = FormOf<typeof cartodiagramControls>;

export const cartodiagramSections: readonly Section<typeof cartodiagramControls>[] = [
  { tab: 'data', label: msg('Configuration'), controls: ['selected_chart', 'geom_column'] },
  { tab: 'customize', label: msg('Map options'), controls: ['map_view', 'layer_configs'] },
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: ['chart_background_color', 'chart_background_border_radius', 'chart_size'],
  },
];
