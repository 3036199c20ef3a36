import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseRequest } from '../../../shared/middleware/parse-request.ts';
import type { DataRequest, ParsedContext } from '../../../shared/middleware/request-context.ts';
import { createEvent, type SentRequest } from '../../support/requests/create-event.ts';

const parse = async (sent: SentRequest): Promise<DataRequest | undefined> => {
  const context = {} as ParsedContext;
  const request = {
    event: createEvent({ endpoint: 'any', ...sent }),
    context,
    response: {},
    error: null,
    internal: {},
  };
  await parseRequest(request);
  return context.request;
};

const TIME = '1513137332798';
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const json = (body: string): SentRequest => ({ headers: JSON_TYPE, body });
const expected = (timePeriod = '30', token = ''): DataRequest => ({
  currentTime: { text: TIME, value: Number(TIME) },
  timePeriod: { text: timePeriod, value: Number(timePeriod) },
  token,
});

const multipart = (parts: Readonly<Record<string, string>>): SentRequest => ({
  headers: { 'content-type': 'multipart/form-data; boundary=cut' },
  body: Buffer.from(
    `${Object.entries(parts)
      .map(([name, text]) => `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
      .join('')}--cut--\r\n`,
  ),
});

describe('valid requests', () => {
  test.each<[string, SentRequest]>([
    ['JSON with numbers', json(`{"currentTime":${TIME},"timePeriod":30,"token":"d"}`)],
    ['JSON with numbers as text', json(`{"currentTime":"${TIME}","timePeriod":"30","token":"d"}`)],
    [
      'JSON in base64',
      { headers: JSON_TYPE, body: Buffer.from(`{"currentTime":${TIME},"timePeriod":30,"token":"d"}`) },
    ],
    [
      'JSON under another media type and with a charset',
      {
        headers: { 'content-type': 'Application/vnd.wall+JSON; charset=utf-8' },
        body: `{"currentTime":${TIME},"timePeriod":30,"token":"d"}`,
      },
    ],
    [
      'JSON with a byte order mark',
      { headers: JSON_TYPE, body: Buffer.from(`\ufeff{"currentTime":${TIME},"timePeriod":30,"token":"d"}`) },
    ],
    ['a form in base64', { headers: FORM_TYPE, body: Buffer.from(`currentTime=${TIME}&timePeriod=30&token=d`) }],
    ['a form as text', { headers: FORM_TYPE, body: `currentTime=${TIME}&timePeriod=30&token=d` }],
    ['a multipart form', multipart({ currentTime: TIME, timePeriod: '30', token: 'd' })],
    ['a query without a body', { query: `currentTime=${TIME}&timePeriod=30&token=d` }],
    [
      'a query with an empty body of any type',
      { headers: { 'content-type': 'text/plain' }, body: '', query: `currentTime=${TIME}&timePeriod=30&token=d` },
    ],
    ['parameters in body and query', { ...json(`{"currentTime":${TIME}}`), query: 'timePeriod=30&token=d' }],
    [
      'a parameter with the same text in body and query',
      { ...json(`{"currentTime":${TIME},"timePeriod":30,"token":"d"}`), query: 'timePeriod=30' },
    ],
    [
      'a repeated key in JSON, whose last value counts',
      json(`{"timePeriod":99,"currentTime":${TIME},"timePeriod":30,"token":"d"}`),
    ],
    [
      'unknown parameters',
      json(`{"currentTime":${TIME},"timePeriod":30,"token":"d","x":{"y":[1]},"__proto__":{"token":"e"}}`),
    ],
  ])('a request may have %s', async (_, sent) => {
    expect(await parse(sent)).toEqual(expected('30', 'd'));
  });

  test('any number is accepted, and its text is kept exactly as it was sent', async () => {
    const whole = fc.oneof(fc.nat(), fc.bigInt(0n, 10n ** 18n)).map(String);
    const sign = fc.constantFrom('', '-');
    const fraction = fc.constantFrom('', '.5', '.50');
    const exponent = fc.constantFrom('', 'e5', 'E-07');
    const parts = fc.tuple(sign, whole, fraction, exponent);
    const blanks = fc.constantFrom('', ' ', '\n\t ', '  ');
    const property = fc.asyncProperty(parts, blanks, async (number, blank) => {
      const token = number.join('');
      const body = `{"currentTime":${TIME},"timePeriod":30,"token":${blank}${token}${blank}}`;
      expect(await parse(json(body))).toEqual(expected('30', token));
    });
    await fc.assert(property, { seed: 5, numRuns: 1_000 });
  });

  test('timePeriod is accepted, and its text is kept exactly as it was sent', async () => {
    expect(await parse(json(`{"currentTime":${TIME},"timePeriod":30.0}`))).toEqual(expected('30.0'));
    expect(await parse({ headers: FORM_TYPE, body: `currentTime=${TIME}&timePeriod=30.0` })).toEqual(expected('30.0'));
    expect(await parse(json(`{"currentTime":${TIME},"timePeriod":30.125}`))).toEqual(expected('30.125'));
  });

  test('a parameter that is null is accepted as absent', async () => {
    expect(await parse(json(`{"currentTime":${TIME},"timePeriod":30,"token":null}`))).toEqual(expected());
  });
});

describe('invalid requests', () => {
  const invalid = (path: string, message: string) => ({
    code: 'REQUEST_INVALID',
    details: [{ path, message: expect.stringContaining(message) }],
  });
  test.each<[string, SentRequest, object]>([
    ['a missing currentTime', json('{"timePeriod":30}'), invalid('currentTime', 'is missing')],
    [
      'currentTime in seconds',
      json('{"currentTime":1513137332,"timePeriod":30}'),
      invalid('currentTime', "found '1513137332'"),
    ],
    [
      'currentTime with an exponent',
      json('{"currentTime":1.513137332798e12,"timePeriod":30}'),
      invalid('currentTime', 'e12'),
    ],
    [
      'currentTime with a leading zero',
      json('{"currentTime":"0513137332798","timePeriod":30}'),
      invalid('currentTime', '13 digits'),
    ],
    ['a negative timePeriod', json(`{"currentTime":${TIME},"timePeriod":-1}`), invalid('timePeriod', "found '-1'")],
    [
      'timePeriod with a leading zero',
      json(`{"currentTime":${TIME},"timePeriod":"030"}`),
      invalid('timePeriod', "'030'"),
    ],
    [
      'timePeriod over ten years',
      json(`{"currentTime":${TIME},"timePeriod":5256001}`),
      invalid('timePeriod', '5256000'),
    ],
    [
      'timePeriod with four decimals',
      json(`{"currentTime":${TIME},"timePeriod":0.0005}`),
      invalid('timePeriod', "at most three decimals; found '0.0005'"),
    ],
    [
      'timePeriod with three decimals and another zero',
      json(`{"currentTime":${TIME},"timePeriod":"30.5000"}`),
      invalid('timePeriod', 'three decimals'),
    ],
    ['timePeriod as an object', json(`{"currentTime":${TIME},"timePeriod":{}}`), invalid('timePeriod', "'{}'")],
    [
      'a parameter with different text in body and query',
      { ...json(`{"currentTime":${TIME},"timePeriod":30}`), query: 'timePeriod=31' },
      invalid('timePeriod', "twice with different text: '30' and '31'"),
    ],
    [
      'a parameter repeated with different text in a form',
      { headers: FORM_TYPE, body: `currentTime=${TIME}&timePeriod=30&timePeriod=30.0` },
      invalid('timePeriod', 'twice'),
    ],
    [
      'two different tokens, without showing them',
      { query: `currentTime=${TIME}&timePeriod=30&token=a&token=b` },
      invalid('token', 'twice with different text'),
    ],
    [
      'JSON that is cut short',
      json('{"currentTime":'),
      { code: 'REQUEST_INVALID', message: expect.stringContaining('not JSON') },
    ],
    [
      'JSON that is not an object',
      json('[1]'),
      { code: 'REQUEST_INVALID', message: expect.stringContaining('not an object') },
    ],
    [
      'bytes that are not UTF-8',
      { headers: JSON_TYPE, body: Buffer.from([0x7b, 0xff, 0x7d]) },
      { code: 'REQUEST_INVALID', message: expect.stringContaining('UTF-8') },
    ],
    [
      'a multipart body without its boundary',
      { headers: { 'content-type': 'multipart/form-data' }, body: 'x' },
      { code: 'REQUEST_INVALID' },
    ],
    [
      'JSON sent as a form',
      { headers: FORM_TYPE, body: `{"currentTime":${TIME}}` },
      { code: 'REQUEST_INVALID', details: [{ hint: expect.stringContaining('content-type: application/json') }, {}] },
    ],
    [
      'another content type',
      { headers: { 'content-type': 'text/plain' }, body: 'x' },
      { code: 'CONTENT_TYPE_UNSUPPORTED', message: expect.stringContaining("'text/plain'") },
    ],
    [
      'a very long content type, showing only its beginning',
      { headers: { 'content-type': 'x'.repeat(9_000) }, body: 'x' },
      { code: 'CONTENT_TYPE_UNSUPPORTED', message: expect.stringMatching(/^.{1,120}$/) },
    ],
    [
      'lists nested deeper than JSON.parse can follow',
      json(`{"currentTime":${'['.repeat(32_000)}${']'.repeat(32_000)},"timePeriod":30}`),
      { code: 'REQUEST_INVALID', message: expect.stringContaining('nested too deeply') },
    ],
    ['a body without a content type', { body: '{}' }, { code: 'CONTENT_TYPE_UNSUPPORTED' }],
    [
      'a body over 64 KB',
      json(`{"x":"${'x'.repeat(65_536)}"}`),
      { code: 'REQUEST_TOO_LARGE', message: expect.stringContaining('65544') },
    ],
    [
      'a body over 64 KB in base64',
      { headers: JSON_TYPE, body: Buffer.alloc(65_537, 0x20) },
      { code: 'REQUEST_TOO_LARGE' },
    ],
  ])('a request is refused for %s', async (_, sent, error) => {
    await expect(parse(sent)).rejects.toMatchObject(error);
  });

  test('a body of exactly 65 536 bytes is accepted, although its base64 is longer', async () => {
    const body = Buffer.from(`{"currentTime":${TIME},"timePeriod":30}`.padEnd(65_536, ' '));
    expect(await parse({ headers: JSON_TYPE, body })).toEqual(expected());
  });

  test('several invalid parameters are refused at once, and each is listed', async () => {
    await expect(parse(json('{}'))).rejects.toMatchObject({
      details: [{ path: 'currentTime' }, { path: 'timePeriod' }],
    });
  });
});
