import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** Rows of the events table, as the performance goals describe it. */
export const EVENT_ROWS = 10_000_000;

/** Uniform in [0, 1), the same for the same row and column on every machine. */
const uniform = (column: number) => `((hash(i * 8 + ${column}) >> 11)::DOUBLE / 9007199254740992.0)`;

/**
 * Make the events table in a DuckDB file, sorted by time. Skipped when the file is there.
 *
 * Columns: ts (731 days from 2024-01-01, whole seconds), country (200, skewed), device (5), campaign (1000, skewed),
 * user_id (below 1 M), revenue (lognormal(3, 1) with a weekly wave, two decimals), qty (1 to 10).
 */
export async function makeEvents(file: string, rows: number = EVENT_ROWS): Promise<void> {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.draft`;
  rmSync(draft, { force: true });
  const instance = await DuckDBInstance.create(draft);
  const connection = await instance.connect();
  await connection.run(`
    CREATE TABLE events AS
    WITH drawn AS (
      SELECT
        floor(${uniform(0)} * 731 * 86400)::BIGINT AS second,
        floor(200 * pow(${uniform(1)}, 2))::INTEGER AS country,
        ${uniform(2)} AS device,
        floor(1000 * pow(${uniform(3)}, 1.5))::INTEGER AS campaign,
        floor(${uniform(4)} * 1000000)::BIGINT AS user_id,
        sqrt(-2 * ln(1 - ${uniform(5)})) * cos(2 * pi() * ${uniform(6)}) AS normal,
        1 + floor(${uniform(7)} * 10)::INTEGER AS qty
      FROM range(${rows}) AS numbers(i)
    )
    SELECT
      TIMESTAMP '2024-01-01' + to_seconds(second) AS ts,
      'Country ' || lpad(country::VARCHAR, 3, '0') AS country,
      CASE WHEN device < 0.5 THEN 'mobile' WHEN device < 0.8 THEN 'desktop' WHEN device < 0.92 THEN 'tablet'
           WHEN device < 0.97 THEN 'tv' ELSE 'watch' END AS device,
      'cmp_' || lpad(campaign::VARCHAR, 4, '0') AS campaign,
      user_id,
      round(exp(3 + normal) * (1 + 0.3 * sin(2 * pi() * second / (7 * 86400))), 2) AS revenue,
      qty
    FROM drawn
    ORDER BY ts`);
  connection.closeSync();
  instance.closeSync();
  renameSync(draft, file);
}
