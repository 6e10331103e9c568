import { expect, test } from 'vitest';
import { attachHover } from './canvas-hover.ts';
import type { Drawn } from './canvas-marks.ts';

test('a canvas tells the mark that the pointer comes to, and null for what is no mark and when it leaves', () => {
  const heard = new Map<string, (event: unknown) => void>();
  const on = (name: string, run: (event: unknown) => void) => heard.set(name, run);
  const told: (Drawn | null)[] = [];
  const end = attachHover({ on, getZr: () => ({ on, off: (name: string) => heard.delete(name) }) }, (drawn) =>
    told.push(drawn),
  );
  heard.get('mouseover')?.({ componentType: 'series', seriesId: 'sun', dataIndex: 2 });
  heard.get('mouseover')?.({ componentType: 'xAxis', name: '2012' });
  heard.get('mouseout')?.({});
  heard.get('globalout')?.({});
  expect(told).toEqual([{ seriesId: 'sun', dataIndex: 2 }, null, null, null]);
  end();
  expect(heard.has('globalout')).toBe(false);
});
