import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { sceneSvg } from './scene-svg.ts';
import type { Scene } from './scene.ts';
import { SceneView } from './SceneView.tsx';

const scene: Scene = {
  width: 100,
  height: 50,
  description: 'A <map> & more',
  fontFamily: 'sans-serif',
  shapes: [
    { kind: 'rect', x: 0, y: 0, width: 10, height: 10, radius: 2, fill: '#123456', mark: 'FR' },
    { kind: 'line', x1: 0, y1: 1, x2: 2, y2: 3, stroke: '#000000', strokeWidth: 1, dash: '2 2' },
    { kind: 'circle', cx: 1, cy: 2, r: 3, fill: 'none' },
    { kind: 'text', x: 1, y: 2, text: '<b>"x"</b>', size: 12, weight: 600, anchor: 'end', rotate: 45, isTabular: true },
    {
      kind: 'group',
      x: 5,
      y: 6,
      scale: 2,
      clip: { x: 0, y: 0, width: 20, height: 20 },
      shapes: [{ kind: 'path', d: 'M0 0L1 1Z', fill: '#abcdef', fillOpacity: 0.5, mark: 'DE' }],
    },
  ],
};

/** Elements with their attributes in any order, without what only one of the two places needs. */
function elementsOf(markup: string): readonly string[] {
  return [...markup.matchAll(/<(rect|line|circle|text|g|clipPath|path)\b([^>]*)>/g)].map(
    ([, name, rest]) =>
      `${name} ${[...(rest ?? '').matchAll(/([\w-]+)="([^"]*)"/g)]
        .map(([pair]) => pair)
        .filter((pair) => !pair.startsWith('data-mark'))
        .toSorted()
        .join(' ')}`,
  );
}

test('the browser draws the shapes that the server writes', () => {
  const browser = renderToStaticMarkup(createElement(SceneView, { scene }));
  const server = sceneSvg(scene);
  expect(elementsOf(browser)).toEqual(elementsOf(server));
  expect(elementsOf(server)).toHaveLength(8);
});

test('text stays text in both, and only the browser knows marks', () => {
  const browser = renderToStaticMarkup(createElement(SceneView, { scene }));
  for (const markup of [browser, sceneSvg(scene)]) {
    expect(markup).toContain('&lt;b&gt;');
    expect(markup).not.toContain('<b>');
  }
  expect([...browser.matchAll(/data-mark="(\w+)"/g)].map(([, key]) => key)).toEqual(['FR', 'DE']);
  expect(sceneSvg(scene)).toContain('<title>A &lt;map&gt; &amp; more</title>');
});
