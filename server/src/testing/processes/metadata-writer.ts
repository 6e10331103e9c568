import { created } from '../../metadata/audit.ts';
import { openMetadata } from '../../metadata/connect.ts';
import { TEST_NOW, nobody } from '../builders.ts';

/** A process that saves dashboards until it is killed; it says each number once the save was answered. */
const file = process.argv[2] ?? '';
const metadata = await openMetadata(file);
await metadata.migrate();
const { count } = await metadata.db
  .selectFrom('dashboards')
  .select((e) => e.fn.countAll<number>().as('count'))
  .executeTakeFirstOrThrow();
const layout = JSON.stringify(
  Array.from({ length: 200 }, (_, at) => ({ id: `CHART-${at}`, type: 'CHART', meta: { width: 4, height: 50 } })),
);

for (let number = count; ; number += 1) {
  await metadata.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('dashboards')
      .values({ ...created(nobody, TEST_NOW), dashboard_title: String(number), position_json: layout })
      .execute();
    await transaction
      .insertInto('settings')
      .values({ key: `saved ${number}`, value: 'yes' })
      .execute();
  });
  process.stdout.write(`${number}\n`);
}
