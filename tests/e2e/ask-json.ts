import { createHash } from 'node:crypto';

/** What a component sends now, its time period in minutes; with a digest where there is a secret. */
export const parameters = (secret?: string, timePeriod = '30'): Record<string, string> => {
  const currentTime = String(Date.now());
  const token = createHash('md5').update(`${timePeriod}${currentTime}${secret}`).digest('hex');
  return { currentTime, timePeriod, ...(secret === undefined ? {} : { token }) };
};

/** Asks an endpoint as a component would. */
export const askJson = (url: string, secret?: string, timePeriod?: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters(secret, timePeriod)),
  });
