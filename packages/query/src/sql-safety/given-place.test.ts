import { expect, test } from 'vitest';
import { positionAt } from '@tessera/core/text-position';
import { checkExpression } from './check.ts';
import { givenPlace } from './given-place.ts';
import { duckdbGrammar } from './grammars.ts';
import { checkStatement } from './statement.ts';

const placeIn = (text: string, part: string) => positionAt(text, text.indexOf(part));

test('a place in what was accepted is the same place in what was written, whatever stood before it', () => {
  const written = " /* two\n lines */ SELECT 'é😀' AS a, -- why\n  /* b */ nope /* c\n */ AS b\nFROM t ; -- end";
  const accepted = checkStatement(written, duckdbGrammar);
  expect(accepted).not.toContain('why');
  for (const part of ['SELECT', "'é😀'", 'nope', 'AS b', 'FROM', 't ;'.slice(0, 1)]) {
    const from = part === 't' ? accepted.lastIndexOf('t') : accepted.indexOf(part);
    expect([part, givenPlace(written, duckdbGrammar, positionAt(accepted, from))]).toEqual([
      part,
      part === 't' ? placeIn(written, 't ;') : placeIn(written, part),
    ]);
  }
  expect(givenPlace(written, duckdbGrammar, positionAt(accepted, accepted.length))).toEqual(
    placeIn(written, ' ; -- end'),
  );
  expect(givenPlace(written, duckdbGrammar, { line: 2, column: null })).toEqual({
    line: placeIn(written, 'nope').line,
    column: null,
  });
});

test('so is one in an expression; what it has not is none', () => {
  const written = '  SUM(a) /* x */ +\n nope';
  const accepted = checkExpression(written, duckdbGrammar);
  expect(givenPlace(written, duckdbGrammar, positionAt(accepted, accepted.indexOf('nope')))).toEqual(
    placeIn(written, 'nope'),
  );
  expect([
    givenPlace(written, duckdbGrammar, { line: 9, column: 1 }),
    givenPlace('', duckdbGrammar, { line: 1, column: 1 }),
    givenPlace("'", duckdbGrammar, { line: 1, column: 1 }),
  ]).toEqual([null, null, null]);
});
