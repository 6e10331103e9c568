import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { printExactJson } from '@tessera/core/exact-json';

/**
 * Answers are written by JSON.stringify: fast, and exactly what the handler gave; bigints as the integers that they
 * are. That the handler gives what its schema says is proven in tests, where every answer is compared with it.
 */
export function responseSerializer(check: boolean): FastifySerializerCompiler<TSchema> {
  if (!check) return () => (answer) => printExactJson(answer);
  return ({ schema, method, url, httpStatus }) => {
    let compiled: Validator | null = null;
    return (answer: unknown) => {
      compiled ??= Compile(schema);
      const text = printExactJson(answer);
      const value: unknown = text === undefined ? null : JSON.parse(text);
      if (!compiled.Check(value)) {
        const [first] = compiled.Errors(value);
        throw new Error(
          `${method} ${url} answered ${httpStatus ?? ''} unlike its schema: ${first?.instancePath ?? ''} ` +
            `${first?.message ?? ''}`,
        );
      }
      return text;
    };
  };
}
