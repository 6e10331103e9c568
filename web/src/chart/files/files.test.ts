import { createChartContext } from '@tessera/viz/shared/context';
import { expect, test } from 'vitest';
import { embedCode } from './embed-code.ts';
import { framed } from './framed.ts';

const hostile = '"><img src=x onerror=alert(1)> & Söhne';

test('[2.4-01] embed code shows the chart alone, and the name of a chart stays text in it', () => {
  expect(
    embedCode({ title: hostile, address: 'https://bi.example.com/explore/p/k1/?a=1', width: 600, height: 400 }),
  ).toBe(
    '<iframe src="https://bi.example.com/explore/p/k1/?a=1&amp;standalone=1" ' +
      'title="&quot;&gt;&lt;img src=x onerror=alert(1)&gt; &amp; Söhne" width="600" height="400" ' +
      'style="border:0" loading="lazy"></iframe>',
  );
});

test('[2.4-01] a picture carries the name of its chart above it as text, and grows by that', () => {
  const context = createChartContext({ width: 600, height: 300, mode: 'light' });
  const drawing = '<svg width="600" height="300" viewBox="0 0 600 300"><rect/></svg>';
  const whole = framed({ drawing, title: hostile, subtitle: '2012 – 2015', notes: [], context });
  expect(whole).toMatchObject({ width: 632, height: 378 });
  expect(whole.text).toContain('&quot;&gt;&lt;img src=x');
  expect(whole.text).toContain('<svg x="16" y="62" width="600" height="300" viewBox="0 0 600 300"><rect/></svg>');
  expect(framed({ drawing, title: 'A', subtitle: '', notes: [], context }).height).toBe(358);
});

test('[2.4-01] what is said below a chart stands whole below its picture', () => {
  const context = createChartContext({ width: 300, height: 200, mode: 'light' });
  const drawing = '<svg width="300" height="200" viewBox="0 0 300 200"><rect/></svg>';
  const notes = ['The 40 greatest of 222 flows are drawn', '3 flows that lead back are left out', hostile];
  const bare = framed({ drawing, title: 'A', subtitle: '', notes: [], context });
  const whole = framed({ drawing, title: 'A', subtitle: '', notes, context });
  const words = [...whole.text.matchAll(/>([^<>]+)<\/text>/g)].map((found) => found[1]).slice(1);
  expect(words.join(' ')).toBe(
    `${notes.slice(0, 2).join(' · ')} · &quot;&gt;&lt;img src=x onerror=alert(1)&gt; &amp; Söhne`,
  );
  expect(whole.height).toBe(bare.height + 18 * words.length);
});
