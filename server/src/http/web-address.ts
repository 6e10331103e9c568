import { Type } from 'typebox';
import { Format } from 'typebox/format';
import { message, type Message } from '@tessera/core/messages';

const formats: ReadonlyMap<string, { readonly isValid: (text: string) => boolean; readonly complaint: Message }> =
  new Map([
    [
      'web-address',
      { isValid: isWebAddress, complaint: message('Must be an address that begins with http:// or https://.') },
    ],
    [
      'page-address',
      {
        isValid: isPageAddress,
        complaint: message(
          'Must be an address that begins with http:// or https://, or a path of this server that begins with /.',
        ),
      },
    ],
  ]);
for (const [name, { isValid }] of formats) Format.Set(name, (text) => text === '' || isValid(text));

/** What is wrong with a text that is not of a format, for the user who wrote it. */
export function complaintOf(format: string): Message {
  return formats.get(format)?.complaint ?? message('Not a valid value.');
}

/**
 * An address that somebody writes and others open: a page of the web, and nothing that a browser would run or hand to
 * another program.
 */
export const WebAddress = Type.Union([Type.String({ maxLength: 2000, format: 'web-address' }), Type.Null()]);
/** The same, or a page of this server. */
export const PageAddress = Type.Union([Type.String({ maxLength: 2000, format: 'page-address' }), Type.Null()]);

/** Browsers drop tabs and line ends and take backslashes for slashes, so that none of them may be in an address. */
function isPlain(text: string): boolean {
  return !/[\s\p{Cc}\\]/u.test(text);
}

function isWebAddress(text: string): boolean {
  return isPlain(text) && /^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text);
}

function isPageAddress(text: string): boolean {
  return isWebAddress(text) || (isPlain(text) && /^\/(?!\/)/.test(text));
}
