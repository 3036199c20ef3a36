import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4096;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Returns PostgreSQL's SCRAM verifier for a password of ASCII letters and digits (RFC 5802 and 7677). Nobody can sign
 * in with the verifier, so it may appear in a log.
 */
export const scramVerifier = (password: string, salt: Buffer = randomBytes(SALT_BYTES)): string => {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const stored = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const server = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
};
