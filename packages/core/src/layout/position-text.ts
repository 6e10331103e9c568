import { AppError } from '../errors/app-error.ts';
import { storedLayout } from './stored.ts';
import { type Layout, POSITION_LIMIT } from './types.ts';

/** `position_json` text. @throws AppError position_too_large (65535 characters, ruling 3) */
export function layoutText(layout: Layout): string {
  return checkedPosition(JSON.stringify(storedLayout(layout)));
}

/** A position text as it is. @throws AppError position_too_large */
export function checkedPosition(text: string): string {
  if (text.length > POSITION_LIMIT)
    throw new AppError('position_too_large', { size: text.length, limit: POSITION_LIMIT });
  return text;
}
