import { ApiError } from './api-error.ts';

/** What the server says about one field of the form, or nothing. */
export function fieldComplaint(error: unknown, field: string): string | null {
  return error instanceof ApiError ? (error.fields[field]?.join(' ') ?? null) : null;
}

/** What it says that belongs to none of these fields, or nothing. */
export function otherComplaint(error: unknown, fields: readonly string[]): string | null {
  if (!(error instanceof Error) || fields.some((field) => fieldComplaint(error, field) !== null)) return null;
  return error.message;
}
