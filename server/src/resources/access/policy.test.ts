import { expect, test } from 'vitest';
import { anonymous, type Principal } from '../../principal.ts';
import {
  mayEditChart,
  mayEditDashboard,
  mayReadDataset,
  mayViewChart,
  mayViewDashboard,
  type DashboardFacts,
} from './policy.ts';

const gamma: Principal = {
  ...anonymous,
  kind: 'user',
  userId: 7,
  username: 'ana',
  roleIds: [3],
  roles: ['Gamma'],
  grants: new Set(['can_write Chart', 'can_write Dashboard']),
};
const admin: Principal = { ...anonymous, kind: 'user', userId: 1, username: 'root', isAdmin: true };
const sales = { id: 10, databaseId: 2, ownerIds: [9] };

test.each([
  { case: 'nothing granted', principal: gamma, want: false },
  { case: 'the dataset itself', principal: { ...gamma, datasetIds: new Set([10]) }, want: true },
  { case: 'another dataset', principal: { ...gamma, datasetIds: new Set([11]) }, want: false },
  { case: 'its database', principal: { ...gamma, databaseIds: new Set([2]) }, want: true },
  { case: 'all datasets', principal: { ...gamma, datasetIds: 'all' as const }, want: true },
  { case: 'all databases', principal: { ...gamma, databaseIds: 'all' as const }, want: true },
  { case: 'its owner', principal: { ...gamma, userId: 9 }, want: true },
  { case: 'an admin', principal: admin, want: true },
  { case: 'nobody in particular', principal: anonymous, want: false },
])('rows of a dataset: $case', ({ principal, want }) => {
  expect(mayReadDataset(principal, sales)).toBe(want);
});

test('a chart is seen by owners, through its dataset, and through a dashboard shared with a role', () => {
  const foreign = { ownerIds: [9], dataset: sales, sharedRoleIds: [], embeddings: [] };
  expect(mayViewChart(gamma, foreign)).toBe(false);
  expect(mayViewChart({ ...gamma, userId: 9 }, foreign)).toBe(true);
  expect(mayViewChart({ ...gamma, datasetIds: new Set([10]) }, foreign)).toBe(true);
  expect(mayViewChart(gamma, { ...foreign, sharedRoleIds: [3] })).toBe(true);
  expect(mayViewChart(gamma, { ...foreign, dataset: null })).toBe(false);
});

test('[6.0-04] owners and admins overwrite a chart, others do not', () => {
  expect(mayEditChart(gamma, { ownerIds: [7] })).toBe(true);
  expect(mayEditChart(gamma, { ownerIds: [8] })).toBe(false);
  expect(mayEditChart(admin, { ownerIds: [8] })).toBe(true);
  expect(mayEditChart({ ...gamma, grants: new Set() }, { ownerIds: [7] })).toBe(false);
});

const hidden: DashboardFacts = { ownerIds: [9], published: false, roleIds: [], embedding: null, datasets: [sales] };

test.each([
  {
    case: 'a draft of someone else',
    principal: { ...gamma, datasetIds: 'all' as const },
    dashboard: hidden,
    want: false,
  },
  { case: 'an own draft', principal: { ...gamma, userId: 9 }, dashboard: hidden, want: true },
  { case: 'a draft, to an admin', principal: admin, dashboard: hidden, want: true },
  {
    case: 'published, with a readable dataset',
    principal: { ...gamma, datasetIds: new Set([10]) },
    dashboard: { ...hidden, published: true },
    want: true,
  },
  { case: 'published, nothing readable', principal: gamma, dashboard: { ...hidden, published: true }, want: false },
  {
    case: 'published, without charts',
    principal: gamma,
    dashboard: { ...hidden, published: true, datasets: [] },
    want: true,
  },
  {
    case: 'shared with a role of the user',
    principal: gamma,
    dashboard: { ...hidden, published: true, roleIds: [3] },
    want: true,
  },
  {
    case: 'shared with another role, dataset readable',
    principal: { ...gamma, datasetIds: new Set([10]) },
    dashboard: { ...hidden, published: true, roleIds: [4] },
    want: false,
  },
])('a dashboard is seen: $case', ({ principal, dashboard, want }) => {
  expect(mayViewDashboard(principal, dashboard)).toBe(want);
});

test('[6.0-03] editing a dashboard takes can_write on Dashboard and being an owner or admin', () => {
  expect(mayEditDashboard(gamma, { ownerIds: [7] })).toBe(true);
  expect(mayEditDashboard(gamma, { ownerIds: [8] })).toBe(false);
  expect(mayEditDashboard({ ...gamma, grants: new Set(['can_write Chart']) }, { ownerIds: [7] })).toBe(false);
  expect(mayEditDashboard(admin, { ownerIds: [] })).toBe(true);
});
