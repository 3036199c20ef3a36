import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { shapeFolders } from '../schemas/shape-folders.ts';
import type { FuzzCase } from './cases/fuzz-case.ts';
import { requestOf } from './cases/request-of.ts';
import { checkCase, type Outcome } from './invariants/check-case.ts';
import { canaries, SHOWN_CANARY } from './setting/canaries.ts';
import { planEndpoints } from './setting/plan-endpoints.ts';

const endpoint = planEndpoints().find(({ slug }) => slug === 'funnel-chart-json-0');
if (!endpoint) throw new Error('there is no endpoint of a document');
const body = JSON.stringify(shapeFolders.find(({ name }) => name === 'funnel-chart')?.bodies.get(undefined));

const one: FuzzCase = {
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
const detailed = (more: Fields): Outcome => failed({ details: [{ message: 'is wrong', hint: 'right it', ...more }] });
const logged = (...lines: readonly (Fields | string)[]): Outcome => outcome(response(200, body), ...lines);
const sent = (more: Fields): Outcome => outcome(response(200, body, more), line);

const found = (broken: Outcome, changes: Partial<FuzzCase> = {}): string =>
  checkCase({ ...one, ...changes }, broken).join('\n');

describe('what is right has no fault', () => {
  const zipped = { body: gzipSync(body).toString('base64'), isBase64Encoded: true };
  test.each([
    ['a body', good],
    ['a compressed one', sent({ ...zipped, headers: { 'content-encoding': 'gzip' } })],
    ['a problem', failed()],
    ['advice in the log', logged({ advice: 'unique', endpoint: 'x', paths: [] }, line)],
  ])('%s', (_, outcome) => {
    expect(found(outcome)).toBe('');
  });
});

test.each<readonly [string, Outcome, string]>([
  ['no object', outcome('x', line), 'answered no object'],
  ['a field of its own', sent({ extra: 1 }), 'a field extra'],
  ['a status that is none', outcome(response(Number.NaN, body), line), 'no status'],
  ['a body that is no text', sent({ body: {} }), 'its body is no text'],
  ['a header with a line end', sent({ headers: { warning: 'a\r\nb' } }), 'its header "warning" cannot be sent'],
  ['a header that is a number', sent({ headers: { age: 7 } }), 'its header "age" cannot be sent'],
  ['no base64', sent({ body: '{}', isBase64Encoded: true }), 'is not base64'],
  ['another encoding', sent({ headers: { 'content-encoding': 'br' } }), 'content-encoding is br'],
  ['more than Lambda sends', answeredWith('x'.repeat(6 * 1024 * 1024)), 'larger than Lambda sends'],
])('the response is held against what the gateway takes: %s', (_, broken, fault) => {
  expect(found(broken)).toContain(fault);
});

test.each<readonly [string, Outcome, string]>([
  ['no JSON', answeredWith('{'), 'the body is not JSON'],
  ['a body against the schema', answeredWith(body.replace(/\d+/, 'null')), "the body at 'series[0]"],
  ['another body than the document', answeredWith(body.replace(/\d+/, '7')), 'another than the document'],
])('good answers are held against the shape: %s', (_, broken, fault) => {
  expect(found(broken)).toContain(fault);
});

test.each<readonly [string, Outcome, string]>([
  ['INTERNAL', failed({ error: 'INTERNAL' }), 'the error is INTERNAL'],
  ['an unknown error', failed({ error: 'toString' }), 'not in the table'],
  ['another status', failed({ status: 500 }), 'answered with 502, 502, 500'],
  ['a field too many', failed({ stack: '' }), 'has the fields'],
  ['no sentence', failed({ msg: null }), 'msg is no text'],
  ['a sentence without end', failed({ msg: 'x'.repeat(2_000) }), 'msg has 2000 characters'],
  ['no details', failed({ details: {} }), 'no list'],
  ['too many details', failed({ details: Array(21).fill({ message: 'a', hint: 'b' }) }), '21 many'],
  ['a detail without a hint', detailed({ hint: '' }), 'has no hint'],
  ['a detail with another field', detailed({ value: 1 }), 'has a field value'],
  ['a line that is none', detailed({ line: 0 }), 'line is 0'],
  ['another request id', failed({ requestId: 'q' }), 'the request id is another'],
  ['no problem', outcome(response(502, 'Internal Server Error'), failedLine), 'no problem'],
])('problems are held against their form: %s', (_, broken, fault) => {
  expect(found(broken)).toContain(fault);
});

test.each<readonly [string, Outcome, string]>([
  ['none', logged(), '0 lines about one request'],
  ['two', logged(line, line), '2 lines about one request'],
  ['one that is not ours', logged('hello'), 'not ours'],
  ['another status', logged({ ...line, status: 500 }), 'the log says status 500'],
  ['no error', outcome(failed().result, { ...failedLine, error: undefined }), 'names no error'],
  ['one without end', logged({ ...line, slug: 'x'.repeat(5_000) }), 'a line of the log has'],
])('there is one line of the log, and it is right: %s', (_, broken, fault) => {
  expect(found(broken)).toContain(fault);
});

const STACK = 'TypeError: x\n    at read (/var/task/index.js:1:2345)';

test.each([
  ...Object.entries(canaries),
  ['a stack', STACK],
  ['a path', process.execPath],
  ['a statement', 'select * from x'],
  ['what the request carried', '0123456789abcdef'],
])('nothing is given away: %s', (_, secret) => {
  expect(found(detailed({ message: secret }))).toContain('the answer gives away');
  expect(found(outcome(failed().result, { ...failedLine, cause: secret }))).toContain('the log gives away');
});

test('nothing is given away in a header', () => {
  expect(found(sent({ headers: { etag: canaries.bucket } }))).toContain('the answer gives away');
});

test('what cells hold may be in an answer, and not in the log', () => {
  expect(found(detailed({ message: SHOWN_CANARY }))).toBe('');
  expect(found(outcome(failed().result, { ...failedLine, cause: SHOWN_CANARY }))).toContain('the log gives away');
});

test('what went wrong outside of the answer, and what a case must end in', () => {
  expect(found({ ...good, unseen: ['unhandled: x'] })).toBe('unhandled: x');
  expect(found(good, { expected: 'refused' })).toBe('it is wrong, and was let in');
  expect(found(failed(), { expected: 'good' })).toContain('it is right, and was refused');
});
