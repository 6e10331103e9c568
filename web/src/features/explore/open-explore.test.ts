import { afterEach, expect, test, vi } from 'vitest';
import { flights, lines } from '../../chart-editor/editor-fixtures.ts';
import { parseExploreAddress } from './explore-address.ts';
import { openExplore } from './open-explore.ts';

const form = { datasource: '7__table', viz_type: 'lines', x_axis: 'date', metrics: ['count'] };
const chart = {
  id: 5,
  name: 'Delays',
  version: 1,
  ownerIds: [],
  owners: [],
  dashboards: [],
  description: '',
  tags: [],
  cacheTimeout: null,
  certifiedBy: '',
  certificationDetails: '',
  changedOn: null,
  changedBy: null,
};
const edited = { name: 'Delays', vizType: 'lines', form: { ...form, row_limit: 3 } };

afterEach(() => vi.unstubAllGlobals());

async function opened(search: string) {
  const start = { dataset: flights, chart: { ...chart, version: 2 }, form, savedForm: form, message: null };
  const address = parseExploreAddress(new URLSearchParams(search));
  return openExplore(start, address, search, () => Promise.resolve(lines), { draft: edited, at: 0, version: 1 });
}

test.each(['permalink_key', 'form_data_key'])(
  'settings under a %s of a chart that was never saved stay',
  async (name) => {
    const search = `?${name}=abc&datasource_id=7&datasource_type=table`;
    const made = { ...form, metrics: ['late'], groupby: ['origin'] };
    const start = { dataset: flights, chart: null, form: made, savedForm: null, message: null };
    const address = parseExploreAddress(new URLSearchParams(search));
    const { draft, runForm } = (await openExplore(start, address, search, () => Promise.resolve(lines))) ?? {};
    expect([draft?.form, runForm]).toEqual([made, made]);
  },
);

test('unsaved changes come back in the editor', async () => {
  expect(await opened('?slice_id=5')).toMatchObject({
    draft: edited,
    restored: { draft: edited },
    // What they were made of: a save over a later version asks first.
    chart: { version: 1 },
    // The picture is theirs too.
    runForm: edited.form,
  });
});

test('[2.1-03] the chart alone is drawn as it is stored, whatever its reader has left unsaved', async () => {
  const alone = await opened('?slice_id=5&standalone=1');
  expect(alone?.draft.form).toEqual(form);
  expect(alone?.restored).toBeNull();
});

test.each([
  ['edits that the chart showed are drawn after a reload, before the address held them', true, edited.form],
  ['edits that waited for a press go on waiting', false, form],
])('%s', async (_, wasRun, drawn) => {
  const text = JSON.stringify({ ...edited, version: 1, wasRun });
  vi.stubGlobal('sessionStorage', { getItem: () => text });
  expect(await opened('?slice_id=5')).toMatchObject({ draft: edited, restored: null, runForm: drawn });
});
