import { ApiError } from '../../api/client.ts';

/** What the server says about one field of the form, or nothing. */
export function fieldComplaint(error: unknown, field: string): string | null {
  return error instanceof ApiError ? (error.fields[field]?.join(' ') ?? null) : null;
}
