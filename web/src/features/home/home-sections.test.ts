import { expect, test } from 'vitest';
import { homeSections } from './home-sections.ts';

const role = (...pairs: readonly string[]) => ({
  roles: { Some: pairs.map((pair): [string, string] => [pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? '']) },
});
const viewer = role('can_read Dashboard', 'can_read Chart', 'can_read Dataset');
const author = role(
  'can_read Dashboard',
  'can_read Chart',
  'can_read Dataset',
  'can_write Chart',
  'can_write Dashboard',
);
const admin = { roles: { Admin: [] } };

test('a viewer sees what is shared, and no way to make what they may not make', () => {
  expect(homeSections({ user: viewer, dashboards: 2, charts: 3, hasDataset: true })).toMatchObject({
    favorites: true,
    dashboards: true,
    charts: true,
    makesCharts: false,
    nothing: null,
  });
  expect(homeSections({ user: viewer, dashboards: 2, charts: 0, hasDataset: false })).toMatchObject({
    favorites: true,
    dashboards: true,
    charts: false,
    nothing: null,
  });
});

test('where nothing is shared it is said once, instead of three empty sections', () => {
  for (const user of [viewer, author]) {
    expect(homeSections({ user, dashboards: 0, charts: 0, hasDataset: false })).toMatchObject({
      favorites: false,
      dashboards: false,
      charts: false,
      makesCharts: false,
      nothing: expect.stringContaining('shares') as string,
    });
  }
  expect(
    homeSections({ user: role(), dashboards: undefined, charts: undefined, hasDataset: undefined }).nothing,
  ).toContain('no role');
});

test('who can make the first chart is shown how', () => {
  expect(homeSections({ user: author, dashboards: 0, charts: 0, hasDataset: true })).toMatchObject({
    dashboards: true,
    charts: true,
    makesCharts: true,
    nothing: null,
    noCharts: 'There are no charts yet. Choose a dataset and make the first one.',
  });
  expect(homeSections({ user: admin, dashboards: 0, charts: 0, hasDataset: false })).toMatchObject({
    makesCharts: true,
    nothing: null,
    noCharts: 'There are no charts yet. Add a dataset and make the first one of it.',
  });
});

test('while it is not known yet, nothing is called empty', () => {
  expect(homeSections({ user: author, dashboards: undefined, charts: undefined, hasDataset: undefined })).toMatchObject(
    { favorites: true, dashboards: true, charts: true, makesCharts: true, nothing: null },
  );
  expect(
    homeSections({ user: undefined, dashboards: undefined, charts: undefined, hasDataset: undefined }),
  ).toMatchObject({ dashboards: false, makesCharts: false, nothing: null });
});
