import { hash, timingSafeEqual } from 'node:crypto';

const HEXADECIMAL = /^[0-9a-f]{32}$/i;

/**
 * Calculates the MD5 digest that the platform sends. It covers timePeriod, currentTime and the token, joined as text.
 * (interface, Authentication, rule 1)
 */
export const digestOf = (timePeriod: string, currentTime: string, token: string): Buffer =>
  Buffer.from(hash('md5', `${timePeriod}${currentTime}${token}`), 'hex');

/** True if a sent digest (32 hexadecimal digits in either case) equals the expected one. Compares in constant time. */
export const matchesDigest = (sent: string, digest: Buffer): boolean =>
  HEXADECIMAL.test(sent) && timingSafeEqual(Buffer.from(sent, 'hex'), digest);
