import type { Cell } from '@tessera/core/table';
import { readGrain } from '../time-grains.ts';
import { cellOf, failPost, type Frame, type FrameColumn, numbersOf, takeRows, type Values } from './frame.ts';
import { stepsOf } from './forecast/calendar-steps.ts';
import { forecaster } from './forecast/forecast.ts';
import { type SeasonChoice, seasonsFor } from './forecast/seasons.ts';
import { type Options, text, textOr } from './options.ts';

const MAX_PERIODS = 10_000;
const MAX_WAVES = 100;

/**
 * Continue every numeric series: `<name>__yhat` (expected), `__yhat_lower` and `__yhat_upper` (the band that holds the
 * share `confidence_interval`), for the rows there are and `periods` more on the calendar of `time_grain`. Rows come
 * out in order of time; those without a time are left out.
 * @throws AppError post_processing
 */
export function prophet(frame: Frame, options: Options): Frame {
  const settings = readOptions(options);
  const time = frame.columns.find(({ path, kind }) => path[0] === settings.index && kind === 'temporal');
  if (!time && frame.rowCount === 0) return frame;
  if (!time) return failPost(`A forecast needs the time column ${settings.index}.`);
  const given = numbersOf(time.values);
  const order = Array.from(given.keys())
    .filter((row) => !Number.isNaN(given[row]))
    .sort((a, b) => (given[a] ?? 0) - (given[b] ?? 0));
  const past = takeRows(frame, order);
  const instants = Float64Array.from(order, (row) => given[row] ?? 0);
  const series = past.columns.filter(({ path, kind }) => kind === 'numeric' && path[0] !== settings.index);
  if (series.length === 0 && frame.rowCount === 0) return frame;
  if (series.length === 0) return failPost('A forecast needs at least one numeric series.');
  const steps = stepsOf(settings.grain, instants);
  if (!steps) return failPost(`Unsupported time grain: ${settings.grain}`);

  const last = instants.at(-1);
  const future =
    last === undefined ? [] : Array.from({ length: settings.periods }, (_, at) => steps.after(last, at + 1));
  const all = Float64Array.from([...instants, ...future]);
  const forecast = forecaster(
    { instants: all, places: all.map(steps.placeOf), seasons: seasonsFor(instants, steps.lengthMs, settings.seasons) },
    settings.confidence,
  );

  const longer = past.columns.map((column): FrameColumn =>
    column.path[0] === settings.index
      ? { ...column, values: all }
      : { ...column, values: lengthened(column.values, future.length) },
  );
  const told = series.flatMap(({ path, values }) => {
    const { expected, lower, upper } = forecast(numbersOf(values));
    const named = (suffix: string, numbers: Values): FrameColumn => ({
      path: [`${path[0] ?? ''}${suffix}`, ...path.slice(1)],
      kind: 'numeric',
      values: numbers,
    });
    return [named('__yhat', expected), named('__yhat_lower', lower), named('__yhat_upper', upper)];
  });
  return { ...frame, rowCount: all.length, index: [], columns: [...longer, ...told] };
}

function readOptions(options: Options) {
  const asked = text(options, 'time_grain');
  const grain = readGrain(asked) ?? failPost(`Unsupported time grain: ${asked}`);
  const { periods, confidence_interval: confidence } = options;
  if (typeof periods !== 'number' || !Number.isInteger(periods) || periods < 0)
    return failPost('`periods` must be a whole number, 0 or more.');
  if (periods > MAX_PERIODS) return failPost(`A forecast goes ${MAX_PERIODS} periods ahead at most.`);
  if (typeof confidence !== 'number' || !(confidence > 0 && confidence < 1))
    return failPost('`confidence_interval` must lie between 0 and 1.');
  const seasons = {
    yearly: seasonOf(options, 'yearly_seasonality'),
    weekly: seasonOf(options, 'weekly_seasonality'),
    daily: seasonOf(options, 'daily_seasonality'),
  };
  return { grain, periods, confidence, seasons, index: textOr(options, 'index', '__timestamp') };
}

function seasonOf(options: Options, name: string): SeasonChoice {
  const value = options[name] ?? null;
  if (value === null || typeof value === 'boolean') return value;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_WAVES
    ? value
    : failPost(`\`${name}\` must be yes, no or a number of waves.`);
}

/** The same cells and nulls after them. */
function lengthened(values: Values, more: number): Values {
  if (values instanceof Float64Array) {
    const longer = new Float64Array(values.length + more).fill(Number.NaN, values.length);
    longer.set(values);
    return longer;
  }
  return Array.from({ length: values.length + more }, (_, row): Cell => cellOf(values, row));
}
