/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as athena from '@aws-sdk/client-athena';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as rdsData from '@aws-sdk/client-rds-data';
import * as s3 from '@aws-sdk/client-s3';
import * as ssm from '@aws-sdk/client-ssm';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { projectRoot } from '../../../infra/program/project-root.ts';
import { createDeadline } from '../../../shared/aws/deadline.ts';
import { callTermsOf, tryTable } from '../../../shared/cache/table-access.ts';
import { timestampOf } from '../../../shared/cache/timestamp.ts';
import type { WallfeedError } from '../../../shared/errors/wallfeed-error.ts';
import { toAthenaError } from '../../../shared/kinds/athena/athena-client.ts';
import { postgresql } from '../../../shared/sources/postgresql.ts';
import { toDataApiError } from '../../../shared/sources/rds-data-errors.ts';
import { toS3Error } from '../../../shared/sources/s3/read-object.ts';

/** The exceptions of each service by what a function does with them. */
type Outcomes = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const FILE = 'tests/shared/aws/service-exceptions.json';
const EXPECTED: Outcomes = JSON.parse(readFileSync(join(projectRoot, FILE), 'utf8'));

interface ServiceException extends Error {
  readonly $metadata: { readonly httpStatusCode: number };
}

const DEFAULT_STATUSES: Readonly<Record<string, number>> = { client: 400, server: 500 };

const exceptionsIn = (client: object): readonly ServiceException[] =>
  Object.entries(client).flatMap(([key, schema]): readonly ServiceException[] => {
    const [, , name, traits] = Array.isArray(schema) ? schema : [];
    const { error, httpError } = Object(traits);
    if (!key.endsWith('$') || typeof error !== 'string' || /ServiceException$/.test(name)) return [];
    const httpStatusCode = httpError ?? DEFAULT_STATUSES[error] ?? 0;
    return [Object.assign(new Error(''), { name, $metadata: { httpStatusCode } })];
  });

const describeError = ({ code, details: [detail] }: WallfeedError): string => `${code}: ${detail?.message}`;

const { signal } = new AbortController();
const TEN_MINUTES_MS = 600_000;

let refusal: unknown;
jest.unstable_mockModule('../../../shared/token/ssm-client.ts', () => ({
  getParameter: () => Promise.reject(refusal),
}));

type Judge = (error: ServiceException) => Promise<string>;

const JUDGES: Readonly<Record<string, readonly [object, Judge]>> = {
  s3: [s3, async (error) => describeError(await toS3Error(error, 'a.csv', signal))],
  'rds-data': [rdsData, async (error) => describeError(toDataApiError(error, signal, postgresql))],
  athena: [athena, async (error) => describeError(toAthenaError(error, signal))],
  ssm: [
    ssm,
    async (error) => {
      const { readToken } = await import('../../../shared/token/read-token.ts');
      const cache = new Map([['ssm:/t', { value: 'last', readAt: timestampOf(Date.now() - TEN_MINUTES_MS) }]]);
      refusal = error;
      const deadline = () => createDeadline(performance.now() + TEN_MINUTES_MS);
      const value = await readToken({ from: 'ssm', name: '/t' }, deadline, cache);
      return value === undefined ? 'no token' : 'the last token';
    },
  ],
  dynamodb: [
    dynamodb,
    async (error) => {
      const access = { open: () => Promise.reject(error), owner: 'a', skippedUntil: 0, hasAnswered: true };
      const endsAt = performance.now() + TEN_MINUTES_MS;
      const terms = callTermsOf({ ttl: 0, stale: 0, deadline: TEN_MINUTES_MS, endsAt, closesAt: endsAt });
      return (await tryTable(access, terms, () => Promise.resolve(1))) === undefined ? 'without the table' : 'fails';
    },
  ],
};

describe('the exceptions of AWS services that functions call', () => {
  beforeAll(() => void jest.spyOn(console, 'error').mockReturnValue(undefined));

  test.each(Object.keys(JUDGES))(
    'what a function does with each exception in the model of %s is known',
    async (service) => {
      const [client, judge] = JUDGES[service] ?? [{}, () => Promise.resolve('')];
      const found: Record<string, string[]> = {};
      for (const error of exceptionsIn(client)) {
        const outcome = await judge(error);
        found[outcome] = [...(found[outcome] ?? []), error.name];
      }
      const sorted = Object.entries(found).map(([outcome, names]) => [outcome, names.toSorted()]);
      expect(Object.fromEntries(sorted)).toEqual(EXPECTED[service]);
    },
  );

  test.each([
    ['NoSuchBucket', 404, '', 'the bucket of the file does not exist', 'make the bucket again'],
    ['KMS.DisabledException', 400, '', 'the KMS key of the file is disabled', 'enable the KMS key again'],
    ['KMS.NotFoundException', 400, '', 'the KMS key of the file does not exist', 'under another key'],
    ['KMS.KMSInvalidStateException', 400, '', 'the KMS key of the file cannot be used now', 'cancel its deletion'],
    [
      'AccessDenied',
      403,
      'not authorized to perform: kms:Decrypt',
      'may not use the KMS key',
      '`key` in the dashboard',
    ],
    ['InvalidObjectState', 403, '', 'the file is archived in S3 Glacier', 'restore the file'],
    ['AccessDenied', 403, 'Access Denied', 'The function may not read the source.', 'give the function’s role'],
    ['NoSuchKey', 404, '', 'there is no file a.csv', 'upload the file'],
  ])(
    'the error %s of S3 with status %i and message %j has its cause and what to do',
    async (name, status, message, found, hint) => {
      const error = Object.assign(new Error(message), { name, $metadata: { httpStatusCode: status } });
      const { details } = await toS3Error(error, 'walls/a.csv', signal);
      expect(details).toEqual([{ message: expect.stringContaining(found), hint: expect.stringContaining(hint) }]);
    },
  );
});
