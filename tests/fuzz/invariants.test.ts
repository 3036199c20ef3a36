import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { type FuzzCase, requestOf } from '../support/fuzz/cases/fuzz-case.ts';
import { checkCase, type Outcome } from '../support/fuzz/invariants/check-case.ts';
import { canaries, SHOWN_CANARY } from '../support/fuzz/setting/canaries.ts';
import { planEndpoints } from '../support/fuzz/setting/plan-endpoints.ts';
import { shapeFolders } from '../support/tables/shape-folders.ts';

const endpoint = planEndpoints().find(({ slug }) => slug === 'funnel-chart-json-0');
if (!endpoint) throw new Error('no endpoint serves a document');
const body = JSON.stringify(shapeFolders.find(({ name }) => name === 'funnel-chart')?.bodies.get(undefined));

const fuzzCase: FuzzCase = {
  endpoint,
  event: requestOf(endpoint),
  fixtures: { objects: { document: Buffer.from(body) } },
  secrets: ['0123456789abcdef'],
  made: 'by hand',
};

type Fields = Readonly<Record<string, unknown>>;

const problem: Fields = {
  code: 502,
  status: 502,
  msg: 'The source does not exist.',
  error: 'SOURCE_NOT_FOUND',
  details: [{ table: 'table', line: 2, column: 1, columnName: 'n', message: 'is not there', hint: 'upload it' }],
  requestId: 'r',
};

const line = { _aws: {}, status: 200, requestId: 'r' };
const failedLine = { ...line, status: 502, error: 'SOURCE_NOT_FOUND' };

const response = (statusCode: number, text: string, more: Fields = {}): Fields => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: text,
  ...more,
});

const outcome = (result: unknown, ...lines: readonly (Fields | string)[]): Outcome => ({
  requestId: 'r',
  result,
  lines: lines.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry))),
  unseen: [],
});

const good = outcome(response(200, body), line);
const answeredWith = (text: string): Outcome => outcome(response(200, text), line);
const failed = (more: Fields = {}): Outcome =>
  outcome(response(502, JSON.stringify({ ...problem, ...more })), failedLine);
const detailed = (more: Fields): Outcome => failed({ details: [{ message: 'is wrong', hint: 'correct it', ...more }] });
const logged = (...lines: readonly (Fields | string)[]): Outcome => outcome(response(200, body), ...lines);
const sent = (more: Fields): Outcome => outcome(response(200, body, more), line);

const faultsOf = (broken: Outcome, changes: Partial<FuzzCase> = {}): string =>
  checkCase({ ...fuzzCase, ...changes }, broken).join('\n');

describe('a valid outcome', () => {
  const zipped = { body: gzipSync(body).toString('base64'), isBase64Encoded: true };
  test.each([
    ['a body', good],
    ['a compressed body', sent({ ...zipped, headers: { 'content-encoding': 'gzip' } })],
    ['an error body', failed()],
    ['advice in the log', logged({ advice: 'unique', endpoint: 'x', paths: [] }, line)],
  ])('the fuzz test finds no fault in %s', (_, outcome) => {
    expect(faultsOf(outcome)).toBe('');
  });
});

test.each<readonly [string, Outcome, string]>([
  ['a result that is not an object', outcome('x', line), 'is not an object'],
  ['an unknown field', sent({ extra: 1 }), 'a field extra'],
  ['an invalid status', outcome(response(Number.NaN, body), line), 'the status of the response is invalid'],
  ['a body that is not text', sent({ body: {} }), 'the body of the response is not text'],
  [
    'a header with a line end',
    sent({ headers: { warning: 'a\r\nb' } }),
    'the response header "warning" cannot be sent',
  ],
  ['a header that is a number', sent({ headers: { age: 7 } }), 'the response header "age" cannot be sent'],
  ['a body that is not base64', sent({ body: '{}', isBase64Encoded: true }), 'is not base64'],
  ['an unknown encoding', sent({ headers: { 'content-encoding': 'br' } }), 'content-encoding is br'],
  ['a response over the limit of Lambda', answeredWith('x'.repeat(6 * 1024 * 1024)), 'exceeds the limit'],
])('the fuzz test finds a response that API Gateway would refuse: %s', (_, broken, fault) => {
  expect(faultsOf(broken)).toContain(fault);
});

test.each<readonly [string, Outcome, string]>([
  ['a body that is not JSON', answeredWith('{'), 'the body is not JSON'],
  ['a body that violates the schema', answeredWith(body.replace(/\d+/, 'null')), "the body at 'series[0]"],
  ['a body that differs from the document', answeredWith(body.replace(/\d+/, '7')), 'differs from the document'],
])('the fuzz test finds an invalid response with the status 200: %s', (_, broken, fault) => {
  expect(faultsOf(broken)).toContain(fault);
});

test.each<readonly [string, Outcome, string]>([
  ['INTERNAL', failed({ error: 'INTERNAL' }), 'the error is INTERNAL'],
  ['an unknown error', failed({ error: 'toString' }), 'is unknown'],
  ['a status that does not belong to the error', failed({ status: 500 }), 'has the statuses 502, 502, 500'],
  ['an additional field', failed({ stack: '' }), 'has the fields'],
  ['a missing message', failed({ msg: null }), 'msg is not text'],
  ['a message over its limit', failed({ msg: 'x'.repeat(2_000) }), 'msg has 2000 characters'],
  ['details that are not a list', failed({ details: {} }), 'not a list'],
  ['too many details', failed({ details: Array(21).fill({ message: 'a', hint: 'b' }) }), '21 entries'],
  ['a detail without a hint', detailed({ hint: '' }), 'has no hint'],
  ['a detail with an unknown field', detailed({ value: 1 }), 'has a field value'],
  ['line number 0', detailed({ line: 0 }), 'line is 0'],
  ['the id of another request', failed({ requestId: 'q' }), 'the request id is not that of the request'],
  [
    'a text in place of the error body',
    outcome(response(502, 'Internal Server Error'), failedLine),
    'not an error body',
  ],
])('the fuzz test finds an invalid error body: %s', (_, broken, fault) => {
  expect(faultsOf(broken)).toContain(fault);
});

test.each<readonly [string, Outcome, string]>([
  ['no line', logged(), '0 lines about one request'],
  ['two lines', logged(line, line), '2 lines about one request'],
  ['a line of another program', logged('hello'), 'did not write'],
  ['a wrong status', logged({ ...line, status: 500 }), 'the log says status 500'],
  ['a missing error', outcome(failed().result, { ...failedLine, error: undefined }), 'names no error'],
  ['a line over its limit', logged({ ...line, slug: 'x'.repeat(5_000) }), 'a log line has'],
])('the fuzz test finds an invalid log of a request: %s', (_, broken, fault) => {
  expect(faultsOf(broken)).toContain(fault);
});

const STACK = 'TypeError: x\n    at read (/var/task/index.js:1:2345)';

test.each([
  ...Object.entries(canaries),
  ['a stack', STACK],
  ['a path', process.execPath],
  ['a statement', 'select * from x'],
  ['a secret of the request', '0123456789abcdef'],
])('the fuzz test finds a secret in a response or log: %s', (_, secret) => {
  expect(faultsOf(detailed({ message: secret }))).toContain('the response reveals');
  expect(faultsOf(outcome(failed().result, { ...failedLine, cause: secret }))).toContain('the log reveals');
});

test('the fuzz test finds secrets in a header', () => {
  expect(faultsOf(sent({ headers: { etag: canaries.bucket } }))).toContain('the response reveals');
});

test('the fuzz test accepts cells in a response, but not in the log', () => {
  expect(faultsOf(detailed({ message: SHOWN_CANARY }))).toBe('');
  expect(faultsOf(outcome(failed().result, { ...failedLine, cause: SHOWN_CANARY }))).toContain('the log reveals');
});

test('the fuzz test finds unhandled errors and unexpected outcomes', () => {
  expect(faultsOf({ ...good, unseen: ['unhandled: x'] })).toBe('unhandled: x');
  expect(faultsOf(good, { expected: 'refused' })).toBe('an invalid request was accepted');
  expect(faultsOf(failed(), { expected: 'good' })).toContain('a valid request was refused');
});
