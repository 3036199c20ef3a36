import { hash, timingSafeEqual } from 'node:crypto';

const HEXADECIMAL = /^[0-9a-f]{32}$/i;

/**
 * The md5 that the platform sends: over timePeriod, currentTime and the token, as text and in this order.
 * (interface, Authentication, rule 1)
 */
export const digestOf = (timePeriod: string, currentTime: string, token: string): Buffer =>
  Buffer.from(hash('md5', `${timePeriod}${currentTime}${token}`), 'hex');

/** Whether a digest as sent (32 hexadecimal digits, either case) is this one; compared in constant time. */
export const matchesDigest = (sent: string, digest: Buffer): boolean =>
  HEXADECIMAL.test(sent) && timingSafeEqual(Buffer.from(sent, 'hex'), digest);
