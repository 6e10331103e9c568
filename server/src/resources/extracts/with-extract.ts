import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { extractOf, signatureOf, type StoredShape } from './shape.ts';
import type { ExtractStore } from './store.ts';

/** Datasets with the extract that is as they are now. */
export function createWithExtract(store: Pick<ExtractStore, 'find'>) {
  return async (dataset: ResolvedDataset): Promise<ResolvedDataset> => {
    const row = await store.find(dataset.id);
    if (!row || row.version === 0 || row.read_on === null || row.shape === null) return dataset;
    if (row.signature !== signatureOf(dataset)) return dataset;
    const shape = JSON.parse(row.shape) as StoredShape;
    return { ...dataset, extract: extractOf(dataset.id, row.version, row.read_on, shape) };
  };
}
