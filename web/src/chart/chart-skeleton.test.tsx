import { plugins, type VizType } from '@tessera/viz/registry';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChartSkeleton } from './ChartSkeleton.tsx';

test.each(Object.keys(plugins) as VizType[])(
  'what stands for %s while it loads is the shape that it declares',
  (type) => {
    const page = renderToStaticMarkup(<ChartSkeleton vizType={type} />);
    expect(page).toContain(`data-skeleton="${plugins[type].capabilities.skeleton}"`);
    expect(page).toContain('aria-hidden');
  },
);

test('a type that is not known loads as bars', () => {
  expect(renderToStaticMarkup(<ChartSkeleton vizType="deck_arc" />)).toContain('data-skeleton="bars"');
});
