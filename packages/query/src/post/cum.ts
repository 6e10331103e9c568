import { failPost, type Frame, mapColumns, numbersOf } from './frame.ts';
import { columnMap, type Options, text } from './options.ts';

const operators: Readonly<Record<string, (total: number, value: number) => number>> = {
  sum: (total, value) => total + value,
  prod: (total, value) => total * value,
  min: Math.min,
  max: Math.max,
};

/** Running sum, product, least or greatest value; nulls count as 0. @throws AppError post_processing */
export function cum(frame: Frame, options: Options): Frame {
  const name = text(options, 'operator');
  const operator =
    (Object.hasOwn(operators, name) ? operators[name] : undefined) ?? failPost(`Invalid cumulative operator: ${name}`);
  return mapColumns(frame, columnMap(options), ({ values }) => {
    let total: number | null = null;
    return numbersOf(values).map((value) => {
      const number = Number.isNaN(value) ? 0 : value;
      total = total === null ? number : operator(total, number);
      return total;
    });
  });
}
