import { sql } from 'kysely';
import type { RelatedSource } from '../../http/list-spec.ts';

/** People to choose as owners or to filter by: the text is the name, whether they are active goes along. */
export const peopleChoices: RelatedSource = {
  from: () => sql`from users where users.deleted_on is null`,
  value: sql.ref('users.id'),
  text: sql<string>`trim(users.first_name || ' ' || users.last_name)`,
  more: { active: sql.ref('users.is_active') },
  extra: (row) => ({ active: row['active'] === 1 }),
};
