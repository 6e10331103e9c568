import { createRequire } from 'node:module';

// One query at a time on a real ClickHouse engine inside this process. A new session for each: settings do not outlive it.
const chdb = createRequire(import.meta.url)(process.env.TESSERA_TEST_CHDB);
// Two processes cannot open one folder: each has its own, with the same tables.
const folder = process.argv[2];
const setUp = new chdb.Session(folder);
for (const statement of JSON.parse(process.argv[3])) setUp.query(statement);
setUp.close();

process.on('message', ({ sql, before, format }) => {
  const session = new chdb.Session(folder);
  try {
    for (const statement of before) session.query(statement);
    process.send({ ok: true, text: session.query(sql, format) });
  } catch (error) {
    process.send({ ok: false, text: error.message.replace(/^Query failed: /, '') });
  } finally {
    session.close();
  }
});
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
