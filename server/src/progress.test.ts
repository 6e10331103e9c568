import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

function written(terminal: { readonly isTTY?: boolean; readonly columns?: number }): string {
  let text = '';
  const { show, end } = createProgress({ ...terminal, write: (part) => (text += part) });
  show('Sample data: flights (1 of 2)');
  show('Sample data: cars (2 of 2)');
  end();
  end();
  return text;
}

test('on a terminal one line follows the work, and the last one stays', () => {
  expect(written({ isTTY: true, columns: 80 })).toBe(
    '\r\u001b[KSample data: flights (1 of 2)\r\u001b[KSample data: cars (2 of 2)\n',
  );
  expect(written({ isTTY: true, columns: 16 })).toBe('\r\u001b[KSample data: f…\r\u001b[KSample data: c…\n');
});

test('elsewhere each step is a line', () => {
  expect(written({})).toBe('Sample data: flights (1 of 2)\nSample data: cars (2 of 2)\n');
});
