import { describe, expect, test } from '@jest/globals';
import { checkSender } from '../../../infra/console/helper/serve-console.ts';

const PORT = 4567;
const check = (headers: Readonly<Record<string, string>>) =>
  checkSender({ host: `127.0.0.1:${PORT}`, ...headers }, PORT)?.status;

describe('senders of requests to the console', () => {
  test.each([
    ['opens the page', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['is the page', { origin: `http://127.0.0.1:${PORT}`, 'sec-fetch-site': 'same-origin' }],
    ['is the page under the name localhost', { host: `localhost:${PORT}`, origin: `http://localhost:${PORT}` }],
    ['follows a link of another page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['is a program', {}],
  ])('a request to the console is accepted if its sender %s', (_, headers) => {
    expect(check(headers as Record<string, string>)).toBeUndefined();
  });

  test.each([
    ['another name leads to this machine', { host: `wall.example.com:${PORT}` }, 421],
    ['the port is another one', { host: '127.0.0.1:80' }, 421],
    ['the host is missing', { host: '' }, 421],
    ['it is a page of another origin', { origin: 'https://wall.example.com' }, 403],
    ['it is a page of another port', { origin: 'http://127.0.0.1:3000' }, 403],
    ['it is a page without an origin', { origin: 'null' }, 403],
    ['another page loads it as a script', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
  ])('a request to the console is refused if %s', (_, headers, status) => {
    expect(check(headers)).toBe(status);
  });
});
