import { Cron } from 'croner';
import { Type, type Static } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';

/** Between two refreshes at least, whatever a schedule says. */
const LEAST_MINUTES = 5;

/** When an extract is refreshed by itself. */
export const Schedule = Type.Union([
  Type.Object({ kind: Type.Literal('never') }, { additionalProperties: false }),
  Type.Object(
    { kind: Type.Literal('every'), minutes: Type.Integer({ minimum: LEAST_MINUTES, maximum: 527_040 }) },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('cron'),
      /** Five fields: minute, hour, day of month, month, day of week. */
      cron: Type.String({ minLength: 9, maxLength: 200 }),
      /** IANA name; UTC when it is left out. */
      time_zone: Type.Optional(Type.String({ maxLength: 100 })),
    },
    { additionalProperties: false },
  ),
]);
export type Schedule = Static<typeof Schedule>;

/** The next time after `from`; null for never. */
export function nextRun(schedule: Schedule, from: Date): Date | null {
  switch (schedule.kind) {
    case 'never':
      return null;
    case 'every':
      return new Date(from.getTime() + schedule.minutes * 60_000);
    case 'cron': {
      const least = new Date(from.getTime() + LEAST_MINUTES * 60_000 - 1);
      return cronOf(schedule.cron, schedule.time_zone).nextRun(least);
    }
  }
}

/** @throws AppError rejected_fields for a cron expression that cannot be read, or that never comes */
export function assertSchedule(schedule: Schedule, now: Date): void {
  if (schedule.kind !== 'cron') return;
  if (schedule.cron.trim().split(/\s+/).length !== 5)
    throw rejected('Write five fields: minute, hour, day of month, month, day of week.');
  let next: Date | null = null;
  try {
    next = cronOf(schedule.cron, schedule.time_zone).nextRun(now);
  } catch (error) {
    throw rejected(error instanceof Error ? error.message : String(error));
  }
  if (next === null) throw rejected('It names no time that comes.');
}

function cronOf(pattern: string, timeZone: string | undefined): Cron {
  return new Cron(pattern, { paused: true, timezone: timeZone ?? 'UTC', mode: '5-part' });
}

function rejected(reason: string): AppError {
  return new AppError('rejected_fields', {
    fields: { schedule: [message('The schedule cannot be read: %(reason)s', { reason })] },
  });
}

/** A schedule as it is stored; one that cannot be read is never. */
export function readSchedule(text: string): Schedule {
  try {
    return JSON.parse(text) as Schedule;
  } catch {
    return { kind: 'never' };
  }
}
