import { expect, test } from 'vitest';
import type { SelectionMask } from './events.ts';
import { type ChartInputs, NO_INPUTS } from './inputs.ts';
import type { FilterCell, Mark } from './marks.ts';
import { isDimmed, isSelected, selectMarks } from './select.ts';

const mark = (...values: readonly FilterCell[]): Mark => ({
  key: values.join(),
  name: values.join(),
  series: null,
  datum: {},
  filters: values.map((val, at) => ({ col: `c${at}`, val, formattedVal: String(val) })),
});

/** Touch marks one after the other, the first alone and the others added. */
function touch(...marks: readonly Mark[]): SelectionMask | null {
  let inputs: ChartInputs = NO_INPUTS;
  let last: SelectionMask | null = null;
  marks.forEach((one, at) => {
    const outcome = selectMarks({ kind: 'select', mark: one, isAdded: at > 0 }, inputs);
    last = outcome?.kind === 'data_mask' ? outcome.mask : null;
    inputs = { ...inputs, selection: last?.filterState ?? {} };
  });
  return last;
}

test('marks add up to one filter; a mark touched again leaves it, the last one clears it', () => {
  expect(touch(mark('EU'), mark('US'))?.extraFormData.filters).toEqual([{ col: 'c0', op: 'IN', val: ['EU', 'US'] }]);
  expect(touch(mark('EU'), mark('US'), mark('EU'))?.filterState).toEqual({ value: [['US']], selectedValues: ['US'] });
  expect(touch(mark('EU'), mark('EU'))?.extraFormData).toEqual({ filters: [] });
});

test('[ruling 42 f] null is IS NULL alone and a value beside others; values keep their type', () => {
  expect(touch(mark(null))?.extraFormData.filters).toEqual([{ col: 'c0', op: 'IS NULL' }]);
  expect(touch(mark(null), mark(3), mark(false))?.extraFormData.filters).toEqual([
    { col: 'c0', op: 'IN', val: [null, 3, false] },
  ]);
});

test('of two dimensions every mark that the filter lets pass is shown as selected', () => {
  const selection = touch(mark('EU', 'A'), mark('US', 'B'))?.filterState ?? {};
  const inputs = { ...NO_INPUTS, selection };
  expect([mark('EU', 'A'), mark('EU', 'B'), mark('US', 'C')].map((one) => isSelected(one, inputs))).toEqual([
    true,
    true,
    false,
  ]);
  expect(isDimmed(mark('US', 'C'), inputs)).toBe(true);
  expect(isDimmed(mark('US', 'C'), NO_INPUTS)).toBe(false);
});

test('with cross-filtering off a selection sends nothing, and neither does a mark that filters nothing', () => {
  expect(selectMarks({ kind: 'select', mark: mark('EU'), isAdded: false }, { ...NO_INPUTS, emits: false })).toBeNull();
  expect(selectMarks({ kind: 'select', mark: mark(), isAdded: false }, NO_INPUTS)).toBeNull();
  expect(selectMarks({ kind: 'clear' }, NO_INPUTS)).toBeNull();
});
