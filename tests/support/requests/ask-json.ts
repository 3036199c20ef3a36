import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns the body that a component sends at this moment, with a token digest if a secret is given. */
export const parameters = (secret?: string, timePeriod = '30'): Record<string, string> => {
  const currentTime = String(Date.now());
  const token = createHash('md5').update(`${timePeriod}${currentTime}${secret}`).digest('hex');
  return { currentTime, timePeriod, ...(secret === undefined ? {} : { token }) };
};

export const askJson = (url: string, secret?: string, timePeriod?: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters(secret, timePeriod)),
  });

/** As a wall does: repeats a request whose query was still running, after the pause that the response names. */
export const askUntilRead = async (url: string): Promise<Response> => {
  const response = await askJson(url);
  if (response.status !== 504) return response;
  await sleep(Number(response.headers.get('retry-after')) * 1000);
  return askUntilRead(url);
};
