import { AppError } from '@tessera/core/errors/app-error';
import { dialectOf } from '@tessera/query/dialects/registry';
import { untrustedStretch } from '@tessera/query/sql-safety/values';
import type { Rendered } from '../../templates/render.ts';

const short = 60;

/**
 * The SQL of a dataset may read what users ask for; it stays a value there. `where_in` and the quotes of the author
 * hold it; what would become SQL by ending a text or standing outside of one is refused, because the SQL of a dataset
 * reads whatever its author may.
 *
 * @param rendered  of a template that was followed
 * @throws AppError template_invalid
 */
export function assertTrusted({ text, outputs, pieces }: Rendered, dialect: string): void {
  const untrusted = untrustedStretch(text, outputs, new Set(pieces), dialectOf(dialect).grammar);
  if (untrusted === null) return;
  const name = untrusted.length > short ? `${untrusted.slice(0, short)}…` : untrusted;
  throw new AppError('template_invalid', {
    reason:
      `the value "${name}" would become a part of the SQL of the dataset. Its author can hold it with the filter ` +
      'where_in.',
  });
}
