import { bindAll } from '../../bind-all.ts';
import type { Needs } from './needs.ts';
import { readDataset, readRendered, related } from './read.ts';
import { createDataset, getOrCreate, duplicate } from './create.ts';
import { drillInfo } from './drill-info.ts';
import { updateDataset, refresh, removePart, remove } from './update.ts';
import { external } from './read.ts';
import { ofQuery } from './of-query.ts';
import { unsaved } from './preview.ts';
import { createUploaded, isTaken, refreshUploaded, uploadedAt } from './uploaded.ts';

export type DatasetService = ReturnType<typeof createDatasetService>;

/** Datasets: who may see, define and change them. Every method throws AppError; an unseen dataset is `not_found`. */
export function createDatasetService(needs: Needs) {
  return bindAll(needs, {
    read: readDataset,
    readRendered,
    create: createDataset,
    getOrCreate,
    update: updateDataset,
    refresh,
    external,
    duplicate,
    removePart,
    remove,
    related,
    drillInfo,
    unsaved,
    ofQuery,
    isTaken,
    uploadedAt,
    createUploaded,
    refreshUploaded,
  });
}
