import { expect, test } from 'vitest';
import LRU from 'zrender/lib/core/LRU.js';
import { guardEchartsCaches } from './guard-echarts-caches.ts';

test('[attack 87] names that every object has are stored in the caches of ECharts like other texts', () => {
  guardEchartsCaches();
  guardEchartsCaches();
  const cache = new LRU<number>(2);
  const names = ['__proto__', 'constructor', 'toString'];
  expect(names.map((name) => cache.get(name) ?? 'none')).toEqual(['none', 'none', 'none']);
  for (const [at, name] of names.entries()) cache.put(name, at);
  expect(names.map((name) => cache.get(name) ?? 'none')).toEqual(['none', 1, 2]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});
