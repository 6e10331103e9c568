import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { message } from '@tessera/core/messages';

export type Secrets = Readonly<Record<string, string>>;

/** Encrypts the secrets of one connection. What is encrypted for one object cannot be opened as another's. */
export type SecretBox = {
  /** @param owner uuid of the object that the secrets belong to */
  readonly seal: (secrets: Secrets, owner: string) => string;
  /** @throws AppError invalid_object when the key is another one or the text was changed */
  readonly open: (sealed: string, owner: string) => Secrets;
};

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM. @param key 32 bytes derived from the secret key of the installation */
export function createSecretBox(key: Uint8Array): SecretBox {
  return {
    seal: (secrets, owner) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      cipher.setAAD(Buffer.from(`${VERSION}:${owner}`));
      const text = Buffer.concat([cipher.update(printExactJson(secrets), 'utf8'), cipher.final()]);
      return `${VERSION}:${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')}`;
    },
    open: (sealed, owner) => {
      try {
        const [version, body = ''] = sealed.split(':');
        const bytes = Buffer.from(body, 'base64');
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(`${version}:${owner}`));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
        return JSON.parse(text) as Secrets;
      } catch (error) {
        throw new AppError(
          'invalid_object',
          {
            reason: message(
              'The saved secrets of this connection cannot be opened: the secret key of this ' +
                'installation is not the one that they were saved with. Enter them again.',
            ),
          },
          { cause: error },
        );
      }
    },
  };
}
