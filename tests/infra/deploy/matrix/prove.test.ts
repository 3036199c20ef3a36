/** @jest-environment node */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { prove, removeProof } from '../../../../infra/deploy/prove/prove.ts';
import { NOT_ASKED, QUESTIONS } from '../../../../infra/deploy/prove/questions.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import {
  type CloudFormation,
  startCloudFormation,
} from '../../../support/cloud/cloudformation/start-cloudformation.ts';
import { type Gate, startGate } from '../../../support/cloud/start-gate.ts';
import { type ProbeServices, startProbeServices } from '../../../support/cloud/start-probe-services.ts';
import { type Rds, startRds } from '../../../support/cloud/start-rds.ts';
import { type S3, startS3 } from '../../../support/cloud/start-s3.ts';
import { startSecretsManager } from '../../../support/cloud/start-secrets-manager.ts';
import { startWritableDataApi, type WritableDataApi } from '../../../support/cloud/start-writable-data-api.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';
import { runCommand, signedIn } from '../../../support/run-command.ts';

const ACCOUNT = '123456789012';
const REGION = 'eu-west-1';
const NAME = 'wallfeed-prove-proof';
const BUCKET = { name: `wallfeed-code-${ACCOUNT}-${REGION}`, region: REGION, owner: ACCOUNT };
const PACE = { resources: 100, changes: 100, callsInProgress: 0 };
const SERVICES =
  'CLOUDFORMATION S3 RDS STS EC2 LAMBDA RDS_DATA SECRETS_MANAGER SSM GLUE ATHENA CLOUDWATCH CLOUDWATCH_LOGS';

/** Types whose resources are gone with a function, or whose names the emulator of S3 lists. */
const GONE_WITH_OTHERS = new Set(['AWS::Lambda::Version', 'AWS::S3::Bucket']);
/** Calls at which a run is ended, from its first to its last steps. */
const ENDS = 'PutParameter ExecuteChangeSet DeleteAlarms DeleteStack DeleteDBClusterSnapshot';

let bodies: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  const sample = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(join(projectRoot, `schemas/${path}/sample.json`), 'utf8'));
  const pie = await sample('pie/3d-pie-chart');
  bodies = {
    '/pie/share': pie,
    '/pie/lake': pie,
    '/pie/orders': await sample('pie/mini-pie-chart'),
    '/frame/page': await sample('frame/frame'),
  };
});

describe('an hour on AWS, against the emulators', () => {
  let s3: S3;
  let rds: Rds;
  let api: WritableDataApi;
  let cloudFormation: CloudFormation;
  let secrets: Awaited<ReturnType<typeof startSecretsManager>>;
  let probe: ProbeServices;
  let gate: Gate;
  let out: string;
  const lines: string[] = [];
  const environment = () => ({
    ...signedIn(Object.fromEntries(SERVICES.split(' ').map((name) => [name, gate.url]))),
    AWS_MAX_ATTEMPTS: '1',
  });
  beforeEach(async () => {
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    [s3, rds, api] = await Promise.all([startS3(), startRds(), startWritableDataApi()]);
    secrets = await startSecretsManager({ readersecret: '{"username":"wallfeed_reader","password":"aB3dEf6h"}' });
    probe = await startProbeServices(bodies, () => cloudFormation);
    cloudFormation = await startCloudFormation(s3, rds, PACE, { HttpApiUrl: probe.base });
    const emulators = { s3, rds, 'rds-data': api, secretsmanager: secrets };
    gate = await startGate(
      (service) => probe.servers[service] ?? (emulators[service as 's3'] ?? cloudFormation).server,
    );
    Object.assign(process.env, environment());
    out = join(await writeFolder({}), 'proof.json');
    lines.length = 0;
  });
  afterEach(async () => {
    for (const name of Object.keys(environment())) delete process.env[name];
    await Promise.all([gate, probe, secrets, cloudFormation, api, rds, s3].map((one) => one.close()));
    jest.restoreAllMocks();
  });

  const options = () => ({
    account: ACCOUNT,
    region: REGION,
    place: { bucket: BUCKET, prefix: `${ACCOUNT}/${NAME}/` },
    out,
    verification: { maxWaitMs: 0, pauseMs: 0 },
    pauseMs: 0,
    print: (line: string) => void lines.push(line),
  });
  const proof = async () => JSON.parse(await readFile(out, 'utf8'));

  const left = async (): Promise<readonly string[]> => [
    ...cloudFormation.stacks.keys(),
    ...(await s3.buckets()),
    ...cloudFormation.outside().flatMap(({ type, id }) => (GONE_WITH_OTHERS.has(type) ? [] : [id])),
    ...rds.clusters.keys(),
    ...rds.snapshots.map(({ id }) => id),
    ...probe.held(),
  ];

  test('prove deploys the probe, asks every question, writes the answers, and leaves nothing', async () => {
    expect(await prove(options())).toBeUndefined();
    const { answers, region, date, times, left: written, notAsked } = await proof();
    expect(answers.filter(({ holds }: { holds: boolean }) => !holds)).toEqual([]);
    expect(answers.map(({ question }: { question: string }) => question)).toEqual(
      QUESTIONS.map(({ question }) => question),
    );
    expect([region, written, notAsked]).toEqual([REGION, [], NOT_ASKED]);
    expect(Date.parse(date)).toBeGreaterThan(0);
    expect(Object.keys(times).toSorted()).toEqual(['athena', 'first', 'init', 'resume', 'warm']);
    expect(await readFile(out, 'utf8')).not.toContain(ACCOUNT);
    expect(await left()).toEqual([]);
  });

  test('prove reports an expectation that does not hold, and still asks the others and leaves nothing', async () => {
    probe.denyLake();
    const failed = await prove(options());
    expect(failed?.failure).toBe(`2 of ${QUESTIONS.length} expectations do not hold: see ${out}`);
    expect(lines).toContainEqual(expect.stringMatching(/^NO {3}May functions query the lake\? status 502: /));
    expect(await left()).toEqual([]);
  });

  test('prove keeps the bucket for packages if another stack has packages in it', async () => {
    await s3.create(BUCKET.name);
    await s3.write(BUCKET.name, `${ACCOUNT}/wallfeed-other-dev/a.zip`, 'x');
    expect(await prove(options())).toBeUndefined();
    expect(await s3.keys(BUCKET.name)).toEqual([`${ACCOUNT}/wallfeed-other-dev/a.zip`]);
  });

  test('prove can be ended at any kind of call and repeated, and then leaves nothing', async () => {
    gate.cut(undefined);
    await prove(options());
    const kinds = ENDS.split(' ').map((name) => [name, gate.changes.indexOf(name)] as const);
    expect(kinds.filter(([, call]) => call < 0)).toEqual([]);
    const found: string[] = [];
    for (const [name, call] of kinds) {
      gate.cut({ call, when: 'after' });
      await prove(options()).catch(() => undefined);
      await api.database.exec('rollback');
      gate.cut(undefined);
      const failed = await prove(options());
      found.push(...(failed ? [`${name}: ${failed.failure}`] : []), ...(await left()).map((one) => `${name}: ${one}`));
    }
    expect(found).toEqual([]);
  });

  test('prove --remove removes what an ended run has left, and says so', async () => {
    gate.cut({ call: 12, when: 'after' });
    await expect(prove(options())).rejects.toThrow('prove -- --region eu-west-1 --remove');
    gate.cut(undefined);
    expect(await left()).not.toEqual([]);
    expect(await removeProof(options())).toBeUndefined();
    expect(lines.at(-1)).toBe('Nothing is left of the probe.');
    expect(await left()).toEqual([]);
  });

  test('the command names the price and what it makes, and makes nothing without an answer', async () => {
    const { code, out: printed, error } = await runCommand('prove', ['--region', REGION], { env: environment() });
    expect([code, error]).toEqual([1, 'Nothing was made: add --yes to agree\n']);
    expect(printed).toMatch(/It costs about 0\.\d\d USD, and less than a dollar in any region\./);
    expect(printed).toContain(`This makes the stack ${NAME} in ${REGION}`);
    expect(await left()).toEqual([]);
    expect((await runCommand('prove', [], { env: environment() })).code).toBe(2);
  });
});
