import { completeAt } from '@tessera/query/sql-assist/complete';
import { describeSubject } from '@tessera/query/sql-assist/describe';
import { subjectAt } from '@tessera/query/sql-assist/hover';
import { signatureAt } from '@tessera/query/sql-assist/signature';

/** What is asked of a text while somebody works in it; its code comes with the first question. */
export const sqlHelp = { completeAt, describeSubject, subjectAt, signatureAt };
export type SqlHelp = typeof sqlHelp;
