import { message, messageN, sayInEnglish, type Words } from '../messages.ts';
import { addUnits, DAY_MS, isOnCalendar, lastDay, readUnit, type TimeUnit, truncate } from './calendar.ts';
import { findHoliday } from './holidays.ts';
import { type Clock, readHumanDate } from './human-date.ts';

/** Why a text is no moment, in words for users. */
export class TimeTextError extends Error {
  readonly words: Words;

  constructor(words: Words) {
    super(sayInEnglish(words));
    this.words = words;
  }
}

type Value = { readonly kind: 'moment'; readonly wall: number } | { readonly kind: 'number'; readonly value: number };

const FUNCTION = /^\s*(?:DATETIME|DATEADD|DATETRUNC|LASTDAY|HOLIDAY|DATEDIFF)\s*\(/i;
const TOKEN = /\s*(?:([A-Za-z]+)|([+-]?\d{1,9})|"([^"]*)"|'([^']*)'|([(),]))/y;
const MAX_DEPTH = 32;

/** Does the text begin with a function of the grammar? */
export function isExpression(text: string): boolean {
  return FUNCTION.test(text);
}

/** Value of a function expression: wall-clock milliseconds, or a number for DATEDIFF. @throws TimeTextError */
export function evaluate(text: string, clock: Clock): Value {
  const parser = new Parser(tokens(text), clock);
  const value = parser.call(0);
  if (parser.peek() !== undefined) throw new TimeTextError(message('Cannot parse time string [%(text)s]', { text }));
  return value;
}

type Token = { readonly kind: 'word' | 'number' | 'text' | 'mark'; readonly text: string };

function tokens(text: string): readonly Token[] {
  const found: Token[] = [];
  const pattern = new RegExp(TOKEN);
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const match = pattern.exec(text);
    if (!match) throw new TimeTextError(message('Cannot parse time string [%(text)s]', { text }));
    const [, word, number, double, single, mark] = match;
    if (word !== undefined) found.push({ kind: 'word', text: word });
    else if (number !== undefined) found.push({ kind: 'number', text: number });
    else if (mark !== undefined) found.push({ kind: 'mark', text: mark });
    else found.push({ kind: 'text', text: double ?? single ?? '' });
  }
  return found;
}

class Parser {
  readonly tokens: readonly Token[];
  readonly clock: Clock;
  at = 0;

  constructor(all: readonly Token[], clock: Clock) {
    this.tokens = all;
    this.clock = clock;
  }

  peek(): Token | undefined {
    return this.tokens[this.at];
  }

  call(depth: number): Value {
    if (depth > MAX_DEPTH)
      throw new TimeTextError(
        messageN('More than one function inside another', 'More than %(count)s functions inside each other', MAX_DEPTH),
      );
    const name = this.take('word').toUpperCase();
    this.mark('(');
    const value = this.body(name, depth + 1);
    // A comma after the last argument is tolerated.
    if (this.peek()?.text === ',') this.at += 1;
    this.mark(')');
    return value;
  }

  private body(name: string, depth: number): Value {
    switch (name) {
      case 'DATETIME':
        return moment(readMoment(this.take('text'), this.clock));
      case 'DATEADD': {
        const wall = this.moment(depth);
        this.mark(',');
        const amount = this.integer(depth);
        this.mark(',');
        return moment(addUnits(wall, amount, this.unit()));
      }
      case 'DATETRUNC': {
        const wall = this.moment(depth);
        this.mark(',');
        return moment(truncate(wall, readUnit(this.take('word')) ?? 'second'));
      }
      case 'LASTDAY': {
        const wall = this.moment(depth);
        this.mark(',');
        const word = this.take('word');
        const unit = readUnit(word);
        if (unit !== 'year' && unit !== 'month' && unit !== 'week')
          throw new TimeTextError(message('LASTDAY takes year, month or week, not %(word)s', { word }));
        return moment(lastDay(wall, unit));
      }
      case 'DATEDIFF':
        return { kind: 'number', value: this.difference(depth) };
      case 'HOLIDAY':
        return moment(this.holiday(depth));
      default:
        throw new TimeTextError(message('Unknown function %(name)s', { name }));
    }
  }

  private difference(depth: number): number {
    const from = this.moment(depth);
    this.mark(',');
    const to = this.moment(depth);
    const unit = this.more() ? this.unit() : 'day';
    if (unit === 'year') return new Date(to).getUTCFullYear() - new Date(from).getUTCFullYear();
    if (unit !== 'day') throw new TimeTextError(message('DATEDIFF takes year or day, not %(unit)s', { unit }));
    return Math.floor((to - from) / DAY_MS);
  }

  private holiday(depth: number): number {
    const name = this.take('text');
    const wall = this.more() ? this.moment(depth) : this.clock.today;
    const country = this.more() ? this.take('text') : 'US';
    const found = findHoliday(name, new Date(wall).getUTCFullYear(), country);
    if (found === 'country') throw new TimeTextError(message('Country %(country)s not available', { country }));
    if (found === 'name') throw new TimeTextError(message('Unable to find such a holiday: [%(name)s]', { name }));
    return found;
  }

  /** Is there another argument? Steps over the comma before it. */
  private more(): boolean {
    if (this.peek()?.text !== ',' || this.tokens[this.at + 1]?.text === ')') return false;
    this.at += 1;
    return true;
  }

  private moment(depth: number): number {
    const value = this.call(depth);
    if (value.kind !== 'moment') throw new TimeTextError(message('DATEDIFF is a number, not a date'));
    return value.wall;
  }

  private integer(depth: number): number {
    if (this.peek()?.kind === 'number') return Number(this.take('number'));
    const value = this.call(depth);
    if (value.kind !== 'number') throw new TimeTextError(message('A number is expected'));
    return value.value;
  }

  private unit(): TimeUnit {
    const word = this.take('word');
    const unit = readUnit(word);
    if (unit === null) throw new TimeTextError(message('Unknown time unit %(word)s', { word }));
    return unit;
  }

  private mark(text: string): void {
    if (this.take('mark') !== text) throw new TimeTextError(message('"%(text)s" is missing', { text }));
  }

  private take(kind: Token['kind']): string {
    const token = this.tokens[this.at];
    if (token?.kind !== kind)
      throw new TimeTextError(
        token ? message('Unexpected "%(text)s"', { text: token.text }) : message('The expression ends too early'),
      );
    this.at += 1;
    return token.text;
  }
}

function moment(wall: number): Value {
  if (!isOnCalendar(wall)) throw new TimeTextError(message('The date is out of range'));
  return { kind: 'moment', wall };
}

/** @throws TimeTextError */
export function readMoment(text: string, clock: Clock): number {
  const wall = readHumanDate(text, clock);
  if (wall === null) throw new TimeTextError(message('Cannot parse time string [%(text)s]', { text }));
  return wall;
}
