import type { NewId } from '@tessera/core/layout/types';
import type { ChartItem, DashboardItem } from '../../api/dashboards.ts';

/** Ids in order, so that a test can name them. */
export function countedIds(): NewId {
  let count = 0;
  return (type) => `${type}-${(count += 1)}`;
}

export function dashboardItem(item: Partial<DashboardItem> = {}): DashboardItem {
  return {
    id: 1,
    uuid: 'u',
    dashboard_title: 'Flights',
    slug: null,
    url: '/tessera/dashboard/1/',
    published: false,
    css: null,
    description: null,
    json_metadata: null,
    position_json: null,
    certified_by: null,
    certification_details: null,
    is_managed_externally: false,
    external_url: null,
    owners: [],
    roles: [],
    charts: [],
    created_by: null,
    changed_by: null,
    changed_by_name: '',
    created_on: '',
    changed_on: '',
    created_on_delta_humanized: '',
    changed_on_delta_humanized: '',
    changed_on_humanized: '',
    thumbnail_url: null,
    tags: [],
    can_edit: true,
    version: 3,
    ...item,
  };
}

export function chartItem(id: number, name = `Chart ${id}`): ChartItem {
  return {
    id,
    slice_id: id,
    uuid: `u${id}`,
    slice_name: name,
    slice_url: '',
    url: '',
    viz_type: 'table',
    params: null,
    form_data: {},
    query_context: null,
    datasource: '1__table',
    datasource_id: 1,
    datasource_type: 'table',
    datasource_name: 'flights',
    datasource_url: null,
    datasource_uuid: null,
    description: null,
    description_markeddown: '',
    cache_timeout: null,
    certified_by: null,
    certification_details: null,
    is_managed_externally: false,
    external_url: null,
    owners: [],
    dashboards: [],
    created_by: null,
    changed_by: null,
    created_on: '',
    changed_on: '',
    modified: '',
    changed_on_delta_humanized: '',
    thumbnail_url: null,
    tags: [],
    version: 1,
  };
}
