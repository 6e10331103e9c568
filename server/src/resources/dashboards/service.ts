import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { message } from '@tessera/core/messages';
import { can, type Principal } from '../../principal.ts';
import { assertVersion, changed, created, deleted } from '../../metadata/audit.ts';
import { mayEditDashboard, mayReadDataset, mayViewDashboard } from '../access/policy.ts';
import { presentChart } from '../charts/present.ts';
import type { ChartItem } from '../charts/schema.ts';
import type { ChartStore } from '../charts/store.ts';
import type { FavoriteStore } from '../favorites/store.ts';
import { asId, isUuid } from '../item-shapes.ts';
import { chooseOwners } from '../owners/choose-owners.ts';
import { remapCharts } from './copy.ts';
import type { DashboardDataset, DatasetStore } from './datasets.ts';
import { applyFilterChanges } from './filter-changes.ts';
import { isObject, splitMetadata, storedMetadata } from './json-metadata.ts';
import { chartIdsIn, checkPositions, parsePositions } from './positions.ts';
import { presentDashboard } from './present.ts';
import {
  UNTITLED,
  type DashboardColors,
  type DashboardCopy,
  type DashboardItem,
  type DashboardPost,
  type DashboardPut,
  type FilterChanges,
} from './schema.ts';
import type { Guesses } from '../security/guesses.ts';
import { contentOf, widens, type SharedContent } from './shared-content.ts';
import { cleanSlug } from './slug.ts';
import type { DashboardChange, DashboardRow, DashboardStore } from './store.ts';

export type DashboardService = ReturnType<typeof createDashboardService>;

type Needs = {
  readonly dashboards: DashboardStore;
  readonly charts: ChartStore;
  readonly datasets: DatasetStore;
  readonly favorites: FavoriteStore;
  readonly guesses: Guesses;
  readonly now: () => Date;
  /** Queries of a database will come in a moment. */ readonly wake: (databaseId: number) => void;
};

/** What a write answers: the stored form of what was sent. `savedAt` is in whole epoch seconds. */
export type Saved = {
  readonly id: number;
  readonly version: number;
  readonly result: Readonly<Record<string, unknown>>;
  readonly savedAt: number;
};

/** So often a change is made again to what others saved meanwhile. */
const MERGE_TURNS = 50;

/**
 * Dashboards: what a person may see, make and change. Every method throws AppError; an unseen dashboard is `not_found`.
 */
export function createDashboardService({ dashboards, charts, datasets, favorites, guesses, now, wake }: Needs) {
  /** By id, uuid or slug. @throws AppError not_found */
  async function visible(principal: Principal, key: string | number): Promise<DashboardRow> {
    const text = String(key);
    const id = asId(text);
    const row =
      id !== null
        ? await dashboards.find('id', id)
        : isUuid(text)
          ? await dashboards.find('uuid', text.toLowerCase())
          : await dashboards.find('slug', text);
    if (!row || !mayViewDashboard(principal, await dashboards.facts(row))) throw new AppError('not_found', {});
    return row;
  }

  /** @throws AppError not_found, dashboard_edit_denied ([6.0-05]) */
  async function editable(principal: Principal, key: string | number): Promise<DashboardRow> {
    const row = await visible(principal, key);
    if (!mayEditDashboard(principal, await dashboards.facts(row))) throw new AppError('dashboard_edit_denied', {});
    return row;
  }

  async function checkLists(owners: readonly number[], roles: readonly number[]): Promise<void> {
    const [users, known] = [await dashboards.activeUsers(owners), await dashboards.roles(roles)];
    if (owners.some((id) => !users.has(id)))
      throw new AppError('rejected_fields', { fields: { owners: [message('Owners are invalid')] } });
    if (roles.some((id) => !known.has(id)))
      throw new AppError('rejected_fields', { fields: { roles: [message('Some roles do not exist')] } });
  }

  async function freeSlug(principal: Principal, text: string | null, exceptId: number | null): Promise<string | null> {
    const slug = cleanSlug(text);
    // It tells of dashboards that a person may not see.
    if (slug !== null && (await guesses.make('slug', principal.userId, () => dashboards.slugTaken(slug, exceptId))))
      throw new AppError('rejected_fields', { fields: { slug: [message('Must be unique')] } });
    return slug;
  }

  /** Columns of a write, and the charts of its layout when it brings one. */
  async function read(
    principal: Principal,
    body: DashboardPut,
    id: number | null,
  ): Promise<{ readonly columns: Columns; readonly charts?: readonly number[] }> {
    const split = typeof body.json_metadata === 'string' ? splitMetadata(body.json_metadata) : null;
    const positions =
      split?.positions ?? (typeof body.position_json === 'string' ? parsePositions(body.position_json) : null);
    const columns: Columns = {
      ...plainColumns(body),
      ...(body.slug !== undefined && { slug: await freeSlug(principal, body.slug, id) }),
      ...(split && { json_metadata: printExactJson(split.metadata) }),
      ...(positions && { position_json: checkPositions(positions) }),
    };
    if (!positions) return { columns };
    const linked = id === null ? [] : await dashboards.linkedCharts(id);
    const inLayout = chartIdsIn(positions);
    const seen = (await dashboards.visibleCharts(principal, inLayout)).map((chart) => chart.id);
    return { columns, charts: inLayout.filter((chartId) => linked.includes(chartId) || seen.includes(chartId)) };
  }

  /** What a dashboard opens to others as it stands. */
  async function shared(row: DashboardRow): Promise<SharedContent> {
    const { published, roleIds, embedding } = await dashboards.facts(row);
    const charts = await dashboards.linkedCharts(row.id);
    return contentOf({ published, roleIds, embedding, charts, metadata: storedMetadata(row.json_metadata) });
  }

  /**
   * Opening more of a dashboard to its roles and guests opens data: it takes the right to read all of that data.
   * @throws AppError data_share_denied
   */
  async function assertMayOpen(
    principal: Principal,
    before: SharedContent | null,
    after: SharedContent,
  ): Promise<void> {
    if (!widens(before, after)) return;
    const ids = new Set([...(await dashboards.datasetsOf(after.charts)), ...after.filterDatasets]);
    for (const id of ids) {
      const facts = await charts.datasetFacts(id);
      // A dataset that is gone opens nothing.
      if (facts !== null && !mayReadDataset(principal, facts)) throw new AppError('data_share_denied', {});
    }
  }

  async function save(
    row: DashboardRow,
    change: DashboardChange,
    lists: Parameters<DashboardStore['update']>[2],
    ifMatch: string | undefined,
  ): Promise<void> {
    assertVersion('dashboard', row, ifMatch);
    const saved = await dashboards.update(row.id, change, lists, ifMatch === undefined ? null : row.version);
    if (!saved) throw new AppError('stale_version', { object: 'dashboard', version: row.version + 1 });
  }

  /** What it opens once a write is stored; without a row it is new. */
  async function contentAfter(
    row: DashboardRow | null,
    body: Pick<DashboardPut, 'roles'>,
    columns: Columns,
    chartIds?: readonly number[],
  ): Promise<SharedContent> {
    const facts = row && (await dashboards.facts(row));
    return contentOf({
      published: columns.published === undefined ? (facts?.published ?? false) : columns.published === 1,
      roleIds: dashboards.hasRoles ? (body.roles ?? facts?.roleIds ?? []) : [],
      embedding: facts?.embedding ?? null,
      charts: chartIds ?? (row ? await dashboards.linkedCharts(row.id) : []),
      metadata: storedMetadata(columns.json_metadata ?? row?.json_metadata ?? null),
    });
  }

  const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

  return {
    visible,
    editable,

    /** @throws AppError data_share_denied when it shows data that the person may not read */
    assertMayShare: async (principal: Principal, row: DashboardRow): Promise<void> =>
      assertMayOpen(principal, null, { ...(await shared(row)), audience: ['guests'], isPublished: true }),

    read: async (principal: Principal, key: string): Promise<DashboardItem> => {
      const [full] = await dashboards.complete(principal, [await visible(principal, key)]);
      if (!full) throw new AppError('not_found', {});
      return presentDashboard(full, principal, now().getTime());
    },

    /** Its charts that the person may see, with the form data to draw them. */
    charts: async (principal: Principal, key: string): Promise<readonly ChartItem[]> => {
      const row = await visible(principal, key);
      const full = await charts.complete(principal, await dashboards.charts(principal, row.id));
      return full.map((chart) => presentChart(chart, now().getTime()));
    },

    /** The datasets of those charts that the person may read, with columns and metrics. */
    datasets: async (principal: Principal, key: string): Promise<readonly DashboardDataset[]> => {
      const row = await visible(principal, key);
      const ids = (await dashboards.charts(principal, row.id)).flatMap((chart) => chart.datasource_id ?? []);
      const readable = await datasets.forDashboard(principal, [...new Set(ids)]);
      // Who opens a dashboard asks these databases as soon as the page has its code.
      for (const id of new Set(readable.map(({ database }) => database.id))) wake(id);
      return readable;
    },

    create: async (principal: Principal, body: DashboardPost): Promise<Saved> => {
      const { columns, charts: chartIds } = await read(principal, body, null);
      await checkLists(body.owners ?? [], body.roles ?? []);
      await assertMayOpen(principal, null, await contentAfter(null, body, columns, chartIds));
      const at = now();
      const dashboard_title = titleOf(body.dashboard_title);
      const id = await dashboards.insert(
        { ...created(principal, at, body.uuid), ...columns, dashboard_title },
        {
          owners: chooseOwners(principal, body.owners, null),
          ...(body.roles && { roles: body.roles }),
          ...(chartIds && { charts: chartIds }),
        },
      );
      return { id, version: 1, result: echo({ ...body, dashboard_title }, columns), savedAt: seconds(at) };
    },

    update: async (
      principal: Principal,
      key: string,
      body: DashboardPut,
      ifMatch: string | undefined,
    ): Promise<Saved> => {
      const row = await editable(principal, key);
      assertVersion('dashboard', row, ifMatch);
      const { columns, charts: chartIds } = await read(principal, body, row.id);
      const present = (await dashboards.facts(row)).ownerIds;
      await checkLists(
        (body.owners ?? []).filter((id) => !present.includes(id)),
        body.roles ?? [],
      );
      await assertMayOpen(principal, await shared(row), await contentAfter(row, body, columns, chartIds));
      const at = now();
      const lists = {
        ...(body.owners && { owners: chooseOwners(principal, body.owners, present) }),
        ...(body.roles && { roles: body.roles }),
        ...(chartIds && { charts: chartIds }),
      };
      await save(row, { ...columns, ...changed(principal, at) }, lists, ifMatch);
      return { id: row.id, version: row.version + 1, result: echo(body, columns), savedAt: seconds(at) };
    },

    /** Put dashboards into the trash, all or none; their charts stay. @returns how many */
    remove: async (principal: Principal, ids: readonly number[]): Promise<number> => {
      const unique = [...new Set(ids)];
      if (unique.length === 0) throw new AppError('not_found', {});
      for (const id of unique) await editable(principal, id);
      await dashboards.trash(unique, deleted(principal, now()));
      return unique.length;
    },

    /**
     * A copy that belongs to its maker, unpublished, with the charts that he sees: the same ones, or copies of them.
     */
    copy: async (principal: Principal, key: string, body: DashboardCopy): Promise<Saved> => {
      const row = await visible(principal, key);
      if (body.duplicate_slices === true && !can(principal, 'can_write', 'Chart'))
        throw new AppError('edit_denied', { object: 'chart' });
      const { metadata, positions } = splitMetadata(body.json_metadata);
      const source = { metadata, positions: positions ?? storedMetadata(row.position_json) };
      checkPositions(source.positions);
      const seen = await dashboards.visibleCharts(principal, chartIdsIn(source.positions));
      const at = now();
      const ids =
        body.duplicate_slices === true
          ? await dashboards.copyCharts(
              seen.map(({ id, version: _, ...chart }) => ({
                originalId: id,
                values: {
                  ...chart,
                  ...created(principal, at),
                  last_saved_on: at.toISOString(),
                  last_saved_by: principal.userId,
                },
              })),
              principal.userId,
            )
          : new Map(seen.map((chart) => [chart.id, chart.id]));
      const content = remapCharts(source, ids);
      const dashboard_title = titleOf(body.dashboard_title);
      const columns = {
        css: body.css ?? row.css,
        json_metadata: printExactJson(content.metadata),
        position_json: checkPositions(content.positions),
      };
      const id = await dashboards.insert(
        { ...created(principal, at), ...columns, dashboard_title, description: row.description },
        { owners: chooseOwners(principal, undefined, null), charts: [...ids.values()] },
      );
      return {
        id,
        version: 1,
        result: { id, dashboard_title, json_metadata: columns.json_metadata, last_modified_time: seconds(at) },
        savedAt: seconds(at),
      };
    },

    /** [7.4-04] @returns the filters after the change */
    changeFilters: async (
      principal: Principal,
      key: string,
      changes: FilterChanges,
      ifMatch: string | undefined,
    ): Promise<{ readonly filters: readonly unknown[]; readonly version: number }> => {
      for (let turn = 0; ; turn += 1) {
        const row = await editable(principal, key);
        assertVersion('dashboard', row, ifMatch);
        const metadata = storedMetadata(row.json_metadata);
        const present = Array.isArray(metadata['native_filter_configuration'])
          ? metadata['native_filter_configuration'].filter(hasId)
          : [];
        const filters = applyFilterChanges(present, changes);
        const after = { ...metadata, native_filter_configuration: filters };
        await assertMayOpen(
          principal,
          await shared(row),
          await contentAfter(row, {}, { json_metadata: printExactJson(after) }),
        );
        const change = {
          json_metadata: printExactJson(after),
          ...changed(principal, now()),
        };
        // The change is made to what is there now: what another person saved meanwhile is read again and not written
        // over.
        if (await dashboards.update(row.id, change, {}, row.version)) return { filters, version: row.version + 1 };
        if (turn === MERGE_TURNS)
          throw new AppError('stale_version', { object: 'dashboard', version: row.version + 1 });
      }
    },

    /** [7.4-06] With `markUpdated` false the change counts as nobody's: neither its author nor its version moves. */
    changeColors: async (
      principal: Principal,
      key: string,
      colors: DashboardColors,
      markUpdated: boolean,
    ): Promise<Readonly<Record<string, unknown>>> => {
      const row = await editable(principal, key);
      const { metadata } = splitMetadata(printExactJson({ ...storedMetadata(row.json_metadata), ...colors }));
      await save(
        row,
        { json_metadata: printExactJson(metadata), ...(markUpdated ? changed(principal, now()) : {}) },
        {},
        undefined,
      );
      return metadata;
    },

    favor: async (principal: Principal, key: string, isFavorite: boolean): Promise<void> => {
      const row = await visible(principal, key);
      if (principal.userId === null) throw new AppError('forbidden', {});
      if (isFavorite) await favorites.add(principal.userId, 'dashboard', row.id, now());
      else await favorites.remove(principal.userId, 'dashboard', row.id);
    },

    /** Which of the dashboards are starred; those that are unknown or unseen are not. */
    favoriteStatus: async (
      principal: Principal,
      ids: readonly number[],
    ): Promise<readonly { readonly id: number; readonly value: boolean }[]> => {
      const starred =
        principal.userId === null ? new Set<number>() : await favorites.among(principal.userId, 'dashboard', ids);
      const seen = new Set<number>();
      for (const row of await dashboards.byIds([...starred]))
        if (mayViewDashboard(principal, await dashboards.facts(row))) seen.add(row.id);
      return ids.map((id) => ({ id, value: seen.has(id) }));
    },
  };
}

/** Columns of a dashboard that a request sets. */
type Columns = Partial<
  Pick<
    DashboardRow,
    | (typeof storedAsSent)[number]
    | 'dashboard_title'
    | 'slug'
    | 'published'
    | 'is_managed_externally'
    | 'json_metadata'
    | 'position_json'
  >
>;

const storedAsSent = ['css', 'description', 'certified_by', 'certification_details', 'external_url'] as const;

/** Columns that need no more than their name; clearing the certifier clears the details with it ([5.0-12]). */
function plainColumns(body: DashboardPut): Columns {
  return {
    ...Object.fromEntries(storedAsSent.filter((name) => body[name] !== undefined).map((name) => [name, body[name]])),
    ...(body.certified_by !== undefined && !body.certified_by && { certified_by: null, certification_details: null }),
    ...(body.dashboard_title !== undefined && { dashboard_title: titleOf(body.dashboard_title) }),
    ...(body.published !== undefined && { published: body.published ? 1 : 0 }),
    ...(body.is_managed_externally !== undefined && { is_managed_externally: body.is_managed_externally ? 1 : 0 }),
  };
}

function titleOf(title: string | null | undefined): string {
  return title === undefined || title === null || title.trim() === '' ? UNTITLED : title;
}

/** The payload with the values as they were stored. */
function echo(body: DashboardPut, columns: Columns): Readonly<Record<string, unknown>> {
  const stored = Object.fromEntries(
    Object.entries(columns).filter(
      ([name]) => name in body && name !== 'published' && name !== 'is_managed_externally',
    ),
  );
  return { ...body, ...stored, ...(columns.position_json !== undefined && { position_json: columns.position_json }) };
}

function hasId(value: unknown): value is { readonly id: string } {
  return isObject(value) && typeof value['id'] === 'string';
}
