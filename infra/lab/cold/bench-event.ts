import { digestOf } from '../../../shared/token/digest.ts';

const SECRET = 'secret';

export const createEvent = (slug: string) => {
  const currentTime = Date.now();
  return {
    version: '2.0',
    routeKey: 'POST /pie/{endpoint}',
    rawPath: `/pie/${slug}`,
    rawQueryString: '',
    pathParameters: { endpoint: slug },
    requestContext: { http: { method: 'POST' } },
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip, deflate, br' },
    body: JSON.stringify({
      currentTime,
      timePeriod: 30,
      token: digestOf('30', String(currentTime), SECRET).toString('hex'),
    }),
    isBase64Encoded: false,
  };
};
