import type { GatewayResponse } from './read-response.ts';

const problem = (status: number, message: string): GatewayResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: Buffer.from(JSON.stringify({ message })),
});

/** The responses that an HTTP API creates itself. */
export const problems = {
  badRequest: problem(400, 'Bad Request'),
  notFound: problem(404, 'Not Found'),
  tooLarge: problem(413, 'Request Entity Too Large'),
  tooMany: problem(429, 'Too Many Requests'),
  headTooLarge: problem(431, 'Request Header Fields Too Large'),
  internal: problem(500, 'Internal Server Error'),
  unavailable: problem(503, 'Service Unavailable'),
};
