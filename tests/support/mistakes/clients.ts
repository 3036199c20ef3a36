import { MARK, type Mistake } from './dashboards.ts';

const plain = { 'data/plain.csv': 'name,value,color\nNorth,4,\nSouth,5,\n' };

/** Pages of one origin may read the dashboard. */
const headed = (lines: string, origins = "['https://wall.example.com']") =>
  `${lines}\norigins: ${origins}\nendpoints:\n  it: { component: Alarm List 2, csv: plain.csv }`;

const inEndpoint = (key: string) =>
  `origins: ['https://wall.example.com']\nendpoints:\n  it: { component: Alarm List 2, csv: plain.csv, ${key} }`;

export const CLIENT_MISTAKES: readonly Mistake[] = [
  [
    'client has a mistyped name',
    'error',
    'unknown client "govew" (did you mean `goview`?)',
    headed(`client: ${MARK}govew`),
    plain,
  ],
  [
    'client has a name that is like no other',
    'error',
    'unknown client "tableau" (write one of `aj-report`, `amis`,',
    inEndpoint(`client: ${MARK}tableau`),
    plain,
  ],
  [
    'the like of client is an unknown name',
    'error',
    'unknown client "amiss" (did you mean `amis`?)',
    inEndpoint(`client: { like: ${MARK}amiss, period: 24h }`),
    plain,
  ],
  [
    'client has a mistyped key',
    'error',
    'unknown key `client.envelop` (did you mean `envelope`?)',
    inEndpoint(`client: { like: amis, ${MARK}envelop: code }`),
    plain,
  ],
  [
    'client has an unknown envelope',
    'error',
    '`client.envelope` cannot be "cod" (did you mean `code`? write `plain`, `code` or `status`)',
    inEndpoint(`client: { envelope: ${MARK}cod }`),
    plain,
  ],
  [
    'client has an unknown value of errors',
    'error',
    '`client.errors` cannot be 500 (write `status`',
    inEndpoint(`client: { errors: ${MARK}500 }`),
    plain,
  ],
  [
    'client has a method that no endpoint takes',
    'error',
    '`client.methods[1]` cannot be "PUT" (write GET or POST)',
    inEndpoint(`client: { methods: [GET, ${MARK}PUT] }`),
    plain,
  ],
  [
    'client has no method',
    'error',
    '`client.methods` is empty (write a list of GET and POST',
    inEndpoint(`client: { ${MARK}methods: [] }`),
    plain,
  ],
  [
    'client has a header with an invalid name',
    'error',
    '"x token" is no name of a header (write a name such as x-access-token)',
    inEndpoint(`client: { headers: [x-a, ${MARK}x token] }`),
    plain,
  ],
  [
    'client has a header that no page can set',
    'error',
    'no page can set the header Cookie (write `credentials: true` in `client`',
    inEndpoint(`client: { headers: [${MARK}Cookie] }`),
    plain,
  ],
  [
    'client has a header that browsers set themselves',
    'error',
    'no page can set the header Sec-Fetch-Mode (remove it',
    inEndpoint(`client: { headers: [${MARK}Sec-Fetch-Mode] }`),
    plain,
  ],
  [
    'client has a period that is no duration',
    'error',
    '`client.period` cannot be "1 hour" (write a duration',
    inEndpoint(`client: { period: ${MARK}1 hour }`),
    plain,
  ],
  [
    'client has a period of zero',
    'error',
    '`client.period` cannot be "0s" (write the usual length',
    inEndpoint(`client: { period: ${MARK}0s }`),
    plain,
  ],
  [
    'client allows credentials from any origin',
    'error',
    "browsers refuse `credentials` from any origin, and `origins` is ['*']",
    headed(`client: ${MARK}amis`, "['*']"),
    plain,
  ],
  [
    'client allows credentials, and origins is not set',
    'error',
    "browsers refuse `credentials` from any origin, and `origins` is not set, which means '*'",
    `endpoints:\n  it: { component: Alarm List 2, csv: plain.csv, client: { credentials: ${MARK}true } }`,
    plain,
  ],
  [
    'client is a browser, and origins is not set',
    'warning',
    'without `origins`, every page of the internet may read what goview reads',
    `client: ${MARK}goview\nendpoints:\n  it: { component: Alarm List 2, csv: plain.csv }`,
    plain,
  ],
];

export const KEY_MISTAKES: readonly Mistake[] = [
  [
    'apiKey is the key itself',
    'error',
    '`apiKey` does not say where a key is kept; is it the key itself? (write the place of the key, ssm:/path',
    headed(`apiKey: ${MARK}a-key-that-nobody-may-see`),
    plain,
  ],
  [
    'apiKey is switched off, but the dashboard has no key',
    'error',
    'there is no API key to switch off here (leave `apiKey` out)',
    headed(`apiKey: ${MARK}none`),
    plain,
  ],
  [
    'apiKey has a header that no page can set',
    'error',
    'no page can set the header Cookie',
    inEndpoint(`apiKey: { place: ssm:/wall/key, header: ${MARK}Cookie }`),
    { ...plain, '.secrets.yml': "/wall/key: 'secret'\n" },
  ],
  [
    'apiKey has the name of a parameter of the platform',
    'error',
    'the parameter token has a meaning of its own (write another name, such as key)',
    inEndpoint(`apiKey: { place: ssm:/wall/key, query: ${MARK}token }`),
    { ...plain, '.secrets.yml': "/wall/key: 'secret'\n" },
  ],
  [
    'apiKey names a parameter that .secrets.yml lacks',
    'error',
    '.secrets.yml has no /wall/key',
    inEndpoint(`apiKey: ${MARK}ssm:/wall/key`),
    { ...plain, '.secrets.yml': '{}\n' },
  ],
];
