import { extractAll, problemsOf, TEMPLATE, writeTemplate } from './lib/messages.mjs';

const found = extractAll();
if (!process.argv.includes('--check')) {
  writeTemplate(found);
  console.log(`${TEMPLATE}: ${found.sentences.size} sentences`);
}
const problems = problemsOf(found);
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
