import { expect, test } from 'vitest';
import { buildDataset, buildMetric } from './dataset-fixture.ts';
import { draftOf, editDraft, type DatasetDraft } from './dataset-draft.ts';
import { mergeDrafts } from './merge-draft.ts';

const base = draftOf(buildDataset());
const edit = (draft: DatasetDraft, change: Partial<DatasetDraft['settings']>) =>
  editDraft(draft, { type: 'settings_changed', change });

test('changes to different things are both merged without a question', () => {
  const mine = edit(base, { description: 'mine' });
  const theirs = editDraft(base, { type: 'column_changed', key: '2', change: { verbose_name: 'Origin' } });
  const merge = mergeDrafts(base, mine, theirs);
  expect(merge.conflicts).toEqual([]);
  const merged = merge.resolve({});
  expect(merged.settings.description).toBe('mine');
  expect(merged.columns[1]?.verbose_name).toBe('Origin');
});

test('the same change on both sides is no conflict', () => {
  expect(mergeDrafts(base, edit(base, { description: 'x' }), edit(base, { description: 'x' })).conflicts).toEqual([]);
});

test('both sides changed the same text: a conflict that is resolved either way', () => {
  const merge = mergeDrafts(base, edit(base, { description: 'mine' }), edit(base, { description: 'theirs' }));
  expect(merge.conflicts).toEqual([
    { id: 'settings.description', label: 'Description', mine: 'mine', theirs: 'theirs' },
  ]);
  expect(merge.resolve({}).settings.description).toBe('mine');
  expect(merge.resolve({ 'settings.description': 'theirs' }).settings.description).toBe('theirs');
});

test('a metric that they added and one that I added are both there', () => {
  const theirs = draftOf(buildDataset({ metrics: [buildMetric(1, 'count'), buildMetric(9, 'theirs')] }));
  const mine = editDraft(base, { type: 'metric_added', key: 'new:1' });
  expect(
    mergeDrafts(base, mine, theirs)
      .resolve({})
      .metrics.map((metric) => metric.key),
  ).toEqual(['m1', 'm9', 'new:1']);
});

test('what they removed and I left alone is gone; what I changed as well is a conflict', () => {
  const theirs = editDraft(base, { type: 'metric_removed', key: 'm1' });
  expect(mergeDrafts(base, base, theirs).resolve({}).metrics).toEqual([]);
  const mine = editDraft(base, { type: 'metric_changed', key: 'm1', change: { description: 'all rows' } });
  const merge = mergeDrafts(base, mine, theirs);
  expect(merge.conflicts.map(({ label, theirs: gone }) => [label, gone])).toEqual([['Metric count', '(removed)']]);
  expect(merge.resolve({ 'metric.m1': 'theirs' }).metrics).toEqual([]);
});
