import { expect, test } from 'vitest';
import { colorLookup, colorOf, createPlacer, noColors } from './assign.ts';
import { categoricalColors, type ThemeMode } from './categorical.ts';
import { oklabDistance, toOklab } from './oklab.ts';
import {
  contrastRatio,
  cssColor,
  DEFAULT_FIXED_COLOR,
  linear,
  LUMINANCE_CUTOFF,
  parseColor,
  readColor,
  type Rgba,
  textColorOn,
} from './rgba.ts';
import { resolveSequentialScheme, sequentialColors, sequentialSchemes } from './sequential.ts';

const surfaces: Readonly<Record<ThemeMode, readonly string[]>> = { light: ['#ffffff'], dark: ['#161a1e', '#0f1215'] };
const modes = ['light', 'dark'] as const;

test.each(modes)('each of the thirty categorical colours stands out at least 3:1 from the %s surface', (mode) => {
  const weak = categoricalColors('tessera', mode).filter((color) =>
    surfaces[mode].some((surface) => contrastRatio(parseColor(color), parseColor(surface)) < 3),
  );
  expect(weak).toEqual([]);
  expect(new Set(categoricalColors('tessera', mode)).size).toBe(30);
});

// Machado, Oliveira, Fernandes 2009, severity 1, on linear light.
const visions: Readonly<Record<string, readonly (readonly number[])[]>> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(color: string, matrix: readonly (readonly number[])[]): Rgba {
  const { r, g, b } = parseColor(color);
  const light = [linear(r), linear(g), linear(b)];
  const [red = 0, green = 0, blue = 0] = matrix.map((row) => {
    const value = Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, weight, at) => sum + weight * (light[at] ?? 0), 0),
      ),
    );
    return 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
  });
  return { r: red, g: green, b: blue, a: 1 };
}

test.each(modes.flatMap((mode) => Object.keys(visions).map((vision) => [mode, vision] as const)))(
  'the ten %s colours differ from each other with %s vision',
  (mode, vision) => {
    const colors = categoricalColors('tessera', mode)
      .slice(0, 10)
      .map((color) => toOklab(seen(color, visions[vision] ?? [])));
    const distances = colors.flatMap((one, at) => colors.slice(at + 1).map((other) => oklabDistance(one, other)));
    expect(Math.min(...distances)).toBeGreaterThan(0.06);
  },
);

test('[9.0-22] stored scheme names of other products stand for ours', () => {
  for (const name of ['supersetColors', 'SUPERSET_DEFAULT', 'd3Category10', ''])
    expect(categoricalColors(name, 'light')).toBe(categoricalColors('tessera', 'light'));
  expect(
    ['superset_seq_1', 'viridis', 'schemeRdBu', 'superset_div_9', 'constructor', 'nobody_knows'].map(
      resolveSequentialScheme,
    ),
  ).toEqual(['tessera_seq', 'viridis', 'red_blue', 'tessera_div', 'tessera_seq', 'tessera_seq']);
});

test('single-hue scales go from next to the surface to far from it, evenly, in both themes', () => {
  for (const [name, { kind }] of Object.entries(sequentialSchemes)) {
    if (kind === 'diverging' || ['viridis', 'magma', 'plasma', 'cividis'].includes(name)) continue;
    for (const mode of modes) {
      const ratios = sequentialColors(name, mode, 9).map((color) =>
        contrastRatio(parseColor(color), parseColor(surfaces[mode][0] ?? '')),
      );
      expect(ratios).toEqual(ratios.toSorted((a, b) => a - b));
      expect(ratios.at(-1)).toBeGreaterThan(6);
    }
  }
});

test.each(modes)(
  'diverging scales are strong at their ends and recede evenly to the middle on the %s surface',
  (mode) => {
    for (const [name, { kind }] of Object.entries(sequentialSchemes)) {
      if (kind !== 'diverging') continue;
      const ratios = sequentialColors(name, mode, 13).map((color) =>
        contrastRatio(parseColor(color), parseColor(surfaces[mode][0] ?? '')),
      );
      expect(ratios.slice(0, 7)).toEqual(ratios.slice(0, 7).toSorted((a, b) => b - a));
      expect(ratios.slice(6)).toEqual(ratios.slice(6).toSorted((a, b) => a - b));
      expect(Math.min(ratios[0] ?? 0, ratios[12] ?? 0)).toBeGreaterThan(5);
    }
  },
);

test('viridis begins and ends with its own colours; one colour is the strong end', () => {
  expect(sequentialColors('viridis', 'light', 2)).toEqual(['#440154', '#fde725']);
  expect(sequentialColors('viridis', 'light', 1)).toEqual(['#fde725']);
  expect(sequentialColors('tessera_div', 'dark', 3)[1]).toBe('#2b3137');
});

test('a category keeps its colour whichever chart comes next', () => {
  const { places } = createPlacer(
    new Map([
      ['NZ', 0],
      ['PE', 1],
    ]),
  );
  const next = createPlacer(places);
  for (const name of ['FR', 'PE', 'FR', 'NZ', 'IT']) next.place(name, []);
  expect([...next.places]).toEqual([
    ['NZ', 0],
    ['PE', 1],
    ['FR', 2],
    ['IT', 3],
  ]);
  expect(places.size).toBe(2);
  for (const mode of modes)
    expect(colorOf('PE', 'tessera', { mode, assignment: next.places })).toBe(categoricalColors('tessera', mode)[1]);
});

test('a name looks like none beside it as long as the palette has another colour', () => {
  const placer = createPlacer(new Map([['old', 10]]));
  const names = Array.from({ length: 12 }, (_, at) => `n${at}`);
  names.forEach((name, at) => placer.place(name, ['old', ...names.slice(0, at)]));
  expect([...placer.places.values()]).toEqual([10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 11, 12]);
});

test('[3.7-02] label_colors win, and a scheme domain replaces the palette', () => {
  const color = colorLookup({
    mode: 'light',
    assignment: noColors,
    labelColors: { NZ: '#123456' },
    domain: ['#aa0000', '#00aa00'],
  });
  expect(['NZ', 'PE', 'FR', 'IT', 'PE'].map((name) => color('tessera', name))).toEqual([
    '#123456',
    '#00aa00',
    '#aa0000',
    '#00aa00',
    '#00aa00',
  ]);
  expect(colorLookup({ mode: 'light', assignment: noColors, labelColors: {} })('tessera', 'constructor')).toBe(
    '#138297',
  );
});

test('[9.0-19] the default fixed colour is teal', () => {
  expect(cssColor(DEFAULT_FIXED_COLOR)).toBe('#007a87');
  expect(cssColor({ ...DEFAULT_FIXED_COLOR, a: 0.5 })).toBe('rgba(0, 122, 135, 0.5)');
});

test('[9.0-20] dark text from a brightness of 186 on', () => {
  expect(LUMINANCE_CUTOFF).toBe(186);
  expect(textColorOn({ r: 186, g: 186, b: 186, a: 1 })).toBe('#ffffff');
  expect(textColorOn({ r: 187, g: 187, b: 187, a: 1 })).toBe('#000000');
});

test.each([
  ['#fff', { r: 255, g: 255, b: 255, a: 1 }],
  ['007A87', { r: 0, g: 122, b: 135, a: 1 }],
  ['rgb(1, 2,3)', { r: 1, g: 2, b: 3, a: 1 }],
  ['rgba(1,2,3,.5)', { r: 1, g: 2, b: 3, a: 0.5 }],
])('[5.0-08] %s is a colour', (text, color) => {
  expect(readColor(text)).toEqual(color);
});

test.each(['', 'red', '#12', '#12345', 'rgb(1,2)', 'rgb(256,0,0)', 'rgba(1,2,3,1.1)', 'rgba(1,2,3,-0.1)', 'url(x)'])(
  '[5.0-08] "%s" gives "Invalid color"',
  (text) => {
    expect(() => parseColor(text)).toThrow('Invalid color');
  },
);

test('black on white is 21:1', () => {
  expect(contrastRatio(parseColor('#000'), parseColor('#fff'))).toBeCloseTo(21);
});
