import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type CloudFormation, startCloudFormation } from '../../support/cloud/cloudformation/start-cloudformation.ts';
import { type S3, signed, startS3 } from '../../support/cloud/start-s3.ts';
import { DEPLOYABLE } from '../../support/folders/deployable.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand, signedIn } from '../../support/run-command.ts';

const NAME = 'wallfeed-ops-room-dev';

let s3: S3;
let client: S3Client;
let cloudFormation: CloudFormation;
beforeAll(async () => {
  s3 = await startS3();
  client = new S3Client({ ...signed, endpoint: s3.url });
  cloudFormation = await startCloudFormation();
});
afterAll(async () => {
  client.destroy();
  await cloudFormation.close();
  await s3.close();
});

let bucket: string;
let folder: string;
let count = 0;
beforeEach(async () => {
  count += 1;
  bucket = `bucket-${count}`;
  await s3.create(bucket);
  folder = await writeFolder({
    ...DEPLOYABLE,
    'data/2026/流量 b+c.csv': 'x',
    'data/seed.sql': 'select 1',
    'data/.a': 'x',
    'data/lake/shop/orders/day=2026-11-20/a.csv': 'x',
  });
});

const ACCOUNT = 'Account 000000000000, region eu-west-1\n';

/** Runs the command, and returns its output without the line that names the account. */
const run = async (...args: readonly string[]) => {
  const env = signedIn({ S3: s3.url, CLOUDFORMATION: cloudFormation.url });
  const outcome = await runCommand('upload', ['--dashboard', folder, '--stage', 'dev', ...args], { env });
  if (outcome.code === 0) expect(outcome.out.startsWith(ACCOUNT)).toBe(true);
  return { ...outcome, out: outcome.out.replace(ACCOUNT, '') };
};

const upload = (...args: readonly string[]) => run('--bucket', bucket, ...args);

const put = (Key: string, Body: string) => client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));

const KEYS = ['ops-room/2026/流量 b+c.csv', 'ops-room/pie.csv', 'ops-room/rings.json'];

describe('npm run upload', () => {
  test('npm run upload uploads the files of data/ with a line for each, except seeds, hidden files and tables of the lake', async () => {
    const { code, out, error } = await upload();
    expect([code, error]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      '  uploaded  2026/流量 b+c.csv (1 of 3, 1 B)',
      '  uploaded  pie.csv (2 of 3, 26 B)',
      '  uploaded  rings.json (3 of 3, 14 B)',
      `s3://${bucket}/ops-room/: 3 uploaded, 0 unchanged`,
      '',
    ]);
    expect(await s3.keys(bucket)).toEqual(KEYS);
    expect(await s3.read(bucket, 'ops-room/pie.csv')).toBe(DEPLOYABLE['data/pie.csv']);
    const head = (key: string) => client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    expect((await head('ops-room/pie.csv')).ContentType).toBe('text/csv');
    expect((await head('ops-room/rings.json')).ContentType).toBe('application/json');
  });

  test('npm run upload uploads only changed files', async () => {
    await upload();
    await writeFile(join(folder, 'data/pie.csv'), 'name,value,score,pv\na,2,,\n');
    const { out } = await upload();
    expect(out).toContain('  unchanged rings.json (3 of 3, 14 B)\n');
    expect(out).toContain('  uploaded  pie.csv (2 of 3, 26 B)\n');
    expect(out).toContain(': 1 uploaded, 2 unchanged\n');
    expect((await upload()).out).toContain(': 0 uploaded, 3 unchanged\n');
  });

  test('npm run upload recognizes an unchanged object by its metadata if the ETag is not an MD5', async () => {
    await upload();
    const object = { Bucket: bucket, Key: 'ops-room/pie.csv' };
    const { Metadata } = await client.send(new HeadObjectCommand(object));
    const { UploadId } = await client.send(
      new CreateMultipartUploadCommand({ ...object, ...(Metadata && { Metadata }) }),
    );
    const Body = DEPLOYABLE['data/pie.csv'];
    const { ETag } = await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber: 1, Body }));
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload }));
    expect((await client.send(new HeadObjectCommand(object))).ETag).toMatch(/-1"$/);
    expect((await upload()).out).toContain(': 0 uploaded, 3 unchanged\n');
  });

  test('npm run upload deletes objects without a file only with --prune, and never those of other dashboards', async () => {
    await put('ops-room/gone.csv', 'x');
    await put('ops-room-2/pie.csv', 'x');
    const { out } = await upload();
    expect(out).toContain(
      '3 uploaded, 0 unchanged; 1 object without a file in data/ not deleted (use --prune to delete)\n',
    );
    expect(await s3.keys(bucket)).toContain('ops-room/gone.csv');
    const pruned = await upload('--prune');
    expect(pruned.out).toContain('  deleted   ops-room/gone.csv\n');
    expect(pruned.out).toContain('0 uploaded, 3 unchanged; 1 object without a file in data/ deleted\n');
    expect(await s3.keys(bucket)).toEqual(['ops-room-2/pie.csv', ...KEYS]);
  });

  test('npm run upload uploads nothing if a file is over the size limit, or is a link out of the folder', async () => {
    await writeFile(join(folder, 'data/z.csv'), Buffer.alloc(32 * 1024 * 1024 + 1));
    expect(await upload()).toEqual({
      code: 1,
      out: '',
      error: `${folder}/data/z.csv has 33,554,433 bytes: a function with 256 MB of memory reads files of at most 32 MB (set \`memory: 512\` in the dashboard file, or make the file smaller, such as with one file for each month)\n`,
    });
    await rm(join(folder, 'data/z.csv'));
    await symlink('/etc/hostname', join(folder, 'data/z.csv'));
    expect((await upload()).error).toMatch(/z\.csv is a link that leads out of the dashboard folder \(.*\)\n$/);
    expect(await s3.keys(bucket)).toEqual([]);
  });

  test('npm run upload follows links to files of the dashboard folder, but not to folders, like the local stack', async () => {
    await mkdir(join(folder, 'shared'));
    await writeFile(join(folder, 'shared/a.csv'), 'linked');
    await symlink('../shared/a.csv', join(folder, 'data/linked.csv'));
    expect((await upload()).out).toContain('  uploaded  linked.csv (2 of 4, 6 B)\n');
    expect(await s3.read(bucket, 'ops-room/linked.csv')).toBe('linked');
    await symlink('../shared', join(folder, 'data/shared'));
    expect((await upload()).error).toBe(
      `${folder}/data/shared is a link to a folder: only links to files are followed (move the folder here, or link its files)\n`,
    );
  });

  test('npm run upload uploads nothing if a file is invalid', async () => {
    await writeFile(join(folder, 'data/rings.json'), '{');
    const { code, out } = await upload();
    expect(code).toBe(1);
    expect(out).toContain('data/rings.json:1:2  rings (Colorful Progress Bar)');
    expect(await s3.keys(bucket)).toEqual([]);
  });

  test('npm run upload uploads nothing if the dashboard has no folder data/', async () => {
    const dashboard = 'dashboard: ops-room\nendpoints:\n  ab: { component: 3D Pie Chart, csv: s3://other/a.csv }\n';
    folder = await writeFolder({ 'dashboard.yml': dashboard });
    expect((await upload()).out).toBe(`s3://${bucket}/ops-room/: 0 uploaded, 0 unchanged\n`);
    await mkdir(join(folder, 'data'));
    expect((await upload()).code).toBe(0);
  });
});

describe('the bucket for an upload', () => {
  test('the bucket for an upload is that of the stack', async () => {
    const outputs = { DataBucketName: bucket };
    cloudFormation.stacks.set(NAME, { status: 'CREATE_COMPLETE', outputs, resources: [] });
    expect((await run()).out).toContain(`s3://${bucket}/ops-room/: 3 uploaded`);
    cloudFormation.stacks.clear();
    expect((await run()).error).toMatch(/^There is no stack wallfeed-ops-room-dev in eu-west-1: /);
  });

  test('the bucket for an upload is the bucket that the dashboard names', async () => {
    await writeFile(join(folder, 'dashboard.yml'), `bucket: ${bucket}\n${DEPLOYABLE['dashboard.yml']}`);
    expect((await run()).out).toContain(`s3://${bucket}/ops-room/: 3 uploaded`);
  });

  test('the bucket for an upload that does not exist or denies access is reported in one line', async () => {
    expect((await run('--bucket', 'nowhere')).error).toBe(
      'listing s3://nowhere/ops-room/ was not possible: there is no such bucket. Check the name of the bucket, and the account\n',
    );
    s3.fail('AccessDenied', 403);
    expect((await upload()).error).toBe(
      `AWS did not allow listing s3://${bucket}/ops-room/: no. Use credentials that allow this action\n`,
    );
    s3.fail('ExpiredToken', 400);
    expect((await upload()).error).toMatch(/^The AWS credentials have expired: /);
  });
});
