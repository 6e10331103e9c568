import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take ten seconds and more of a core or of waiting, the longest first. What is begun last ends the run:
 * begun at the end, one of these would be waited for alone. `npx vitest run --reporter=json` tells how long each takes.
 */
const long = [
  'engines/drivers/trino',
  'faults-of-databases',
  'chart-data/containment',
  'chart-data/consolidation',
  'chart-data/differential',
  'chart-data/oracle',
  'redis-away',
  'jobs/jobs',
  'sharing/two-servers',
  'two-nodes',
  'prototype-names',
  'query-fuzz',
  'faults',
  'metadata/postgresql-pool',
  'engines/drivers/clickhouse',
  'start',
  'engines/drivers/file-engines',
  'engines/drivers/mysql',
  'row-level-security/restrict-query',
  'engines/drivers/hostile-servers',
  'engines/drivers/encryption',
  'sharing/shared-results',
  'async-events/async-events',
  'sharing/turns',
  'engines/drivers/clickhouse/aliases',
  'engines/drivers/postgresql',
  'engines/verify/reading',
  'engines/admission/circuit-breaker',
  'engines/drivers/unresponsive-connections',
].map((name) => `/${name}.test.ts`);

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = long.findIndex((end) => moduleId.endsWith(end));
  return place < 0 ? long.length : place;
};

/**
 * Long files first, in a fresh clone too; the others as Vitest orders them, by what it stores and by size. Files of one
 * project follow one another, since a process is retained only for the next file of the same project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((left, right) => placeOf(left) - placeOf(right));
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}
