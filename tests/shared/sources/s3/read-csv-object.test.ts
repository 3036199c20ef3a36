/** @jest-environment node */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createDeadline } from '../../../../shared/aws/deadline.ts';
import { cacheBytesOf, createMemory } from '../../../../shared/cache/create-memory.ts';
import type { CsvFormat } from '../../../../shared/csv/csv-record.ts';
import { createPositionReader } from '../../../../shared/csv/position-reader.ts';
import { createBudget } from '../../../../shared/limits/budget.ts';
import type { KeptObjects } from '../../../../shared/sources/s3/kept-objects.ts';
import type { ObjectVersion } from '../../../../shared/sources/s3/receive-body.ts';
import { text } from '../../../../shared/tabular/column.ts';
import { table } from '../../../../shared/tabular/define-table.ts';

const BYTES_PER_MB = 1024 * 1024;
const CHUNK = Buffer.from('x,y\n'.repeat(16 * 1024));

/** Each function sends one response, and the last function sends all further responses. */
let file: Buffer;
let etag: string;
let sends: ((response: ServerResponse) => unknown)[];
/** The ETag of each request, and the status of its response. */
let calls: [known: string | undefined, status: number][];

const whole = (response: ServerResponse): unknown => response.end(file);
const half = (response: ServerResponse): unknown => response.write(file.subarray(0, file.length / 2));

const server = createServer((request, response) => {
  const known = request.headers['if-none-match'];
  const status = known === etag ? 304 : 200;
  calls.push([known, status]);
  response.writeHead(status, { etag, ...(status === 200 && { 'content-length': file.length }) });
  if (status === 304) return response.end();
  const send = (sends.length > 1 ? sends.shift() : sends[0]) ?? whole;
  return send(response);
});

interface ReadOptions {
  readonly known?: ObjectVersion;
  readonly objects?: KeptObjects;
  readonly format?: CsvFormat;
  readonly memoryMb?: number;
  readonly isKept?: boolean;
}

let read: (options?: ReadOptions) => Promise<{ outcome: unknown; version: ObjectVersion | undefined }>;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const { readCsvObject } = await import('../../../../shared/sources/s3/read-csv-object.ts');
  read = async ({ known, objects, format = {}, memoryMb = 256, isKept = true } = {}) => {
    process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE = String(memoryMb);
    const { outcome, version } = await readCsvObject(
      { bucket: 'wall', key: 'share.csv' },
      {
        format,
        reader: createPositionReader(table({ a: text, b: text }), format),
        budget: createBudget({ memoryMb, endsAt: Number.POSITIVE_INFINITY }),
        deadline: createDeadline(performance.now() + 60_000),
        known,
        objects,
        isKept,
      },
    );
    return { outcome, version };
  };
});
beforeEach(() => {
  file = Buffer.from('a,b\nx,1\ny,2\n');
  etag = '"1"';
  sends = [whole];
  calls = [];
});
afterAll(async () => {
  server.closeAllConnections();
  await once(server.close(), 'close');
});

const rows = (...expected: string[][]) => ({ outcome: { content: { content: { rows: expected } } } });
const BOTH = rows(['x', '1'], ['y', '2']);

describe('scanning a file while it arrives', () => {
  test('a file is scanned while it arrives in chunks that end anywhere', async () => {
    sends = [
      async (response) => {
        for (const byte of file) {
          response.write(Uint8Array.of(byte));
          await new Promise(setImmediate);
        }
        response.end();
      },
    ];
    expect(await read()).toMatchObject({ ...BOTH, version: { etag: '"1"', bytes: file.length } });
  });

  test('a file is scanned from its beginning again after the download was cut short, with no row twice', async () => {
    sends = [(response) => half(response) && setTimeout(() => response.destroy(), 20), whole];
    expect(await read()).toMatchObject(BOTH);
    expect(calls).toHaveLength(2);
  });

  test('a file is scanned by a second call if the first stalls midway, with no row twice', async () => {
    sends = [half, whole];
    expect(await read()).toMatchObject(BOTH);
    expect(calls).toHaveLength(2);
  });

  test('a file is scanned as GB18030 on a second attempt if its text in UTF-8 is followed by bytes that are not UTF-8', async () => {
    const beginning = Buffer.from(`a,b\n${'\u00e9,1\n'.repeat(20_000)}`);
    file = Buffer.concat([beginning, Buffer.from([0xb6, 0xa9, 0xb5, 0xa5]), Buffer.from(',2\n')]);
    const { outcome } = await read();
    const rows = [...Array.from({ length: 20_000 }, () => ['茅', '1']), ['订单', '2']];
    expect(outcome).toMatchObject({ content: { isGuessed: true, content: { rows } } });
    expect(calls).toHaveLength(2);
  });
});

describe('an error of the content', () => {
  test('an error of the content is returned with the version of the object, and causes no retry', async () => {
    file = Buffer.from('a,b\n1\n');
    expect(await read()).toMatchObject({ outcome: { error: { code: 'TABLE_COLUMNS' } }, version: { etag: '"1"' } });
    expect(calls).toHaveLength(1);
  });

  test('an error of the content ends the download of a file that is not cached', async () => {
    file = Buffer.alloc(30 * BYTES_PER_MB, CHUNK);
    let sent = 0;
    sends = [
      (response) => {
        response.write('a\n');
        const sendMore = (): void => {
          while (!response.destroyed && response.write(CHUNK)) sent += CHUNK.length;
        };
        response.on('drain', sendMore);
        sendMore();
      },
    ];
    expect(await read()).toMatchObject({ outcome: { error: { code: 'TABLE_COLUMNS' } } });
    expect(sent).toBeLessThan(10 * BYTES_PER_MB);
  });
});

describe('the limit on the size of a file', () => {
  test.each([
    [128, 16, 'set `memory: 256`'],
    [256, 32, 'set `memory: 512`'],
    [512, 64, 'set `memory: 1024`'],
    [1769, 256, 'make the file smaller'],
  ])('the limit on the size of a file with %i MB of memory is %i MB', async (memoryMb, fileMb, hint) => {
    file = { length: fileMb * BYTES_PER_MB + 1 } as Buffer;
    sends = [(response) => response.write('a,b\n')];
    const { outcome } = await read({ memoryMb });
    expect(outcome).toMatchObject({
      error: {
        code: 'SOURCE_TOO_LARGE',
        details: [{ message: expect.stringContaining(`at most ${fileMb} MB`), hint: expect.stringContaining(hint) }],
      },
    });
  });
});

describe('the bytes of a file', () => {
  const createObjects = () => createMemory({ entries: 10, bytes: BYTES_PER_MB }).objects;

  test('the bytes of a file are cached, so that an unchanged file is scanned again without a download', async () => {
    const objects = createObjects();
    expect(await read({ objects })).toMatchObject(BOTH);
    expect(await read({ objects })).toMatchObject({ ...BOTH, version: { etag: '"1"', bytes: file.length } });
    expect(calls).toEqual([
      [undefined, 200],
      ['"1"', 304],
    ]);
  });

  test('the cached bytes of a file are replaced when the file changes', async () => {
    const objects = createObjects();
    await read({ objects });
    file = Buffer.from('a,b\nz,3\n');
    etag = '"2"';
    expect(await read({ objects })).toMatchObject(rows(['z', '3']));
    expect(await read({ objects })).toMatchObject(rows(['z', '3']));
    expect(calls.map(([, status]) => status)).toEqual([200, 200, 304]);
  });

  test('the cached bytes of a file are not scanned again if the result of the same version is known', async () => {
    const objects = createObjects();
    const { version } = await read({ objects });
    const known = version as ObjectVersion;
    expect(await read({ objects, known })).toEqual({ outcome: undefined, version: known });
  });

  test('the cached bytes of a file are scanned if they are newer than the known result', async () => {
    const objects = createObjects();
    await read({ objects });
    expect(await read({ objects, known: { etag: '"0"', bytes: 1 } })).toMatchObject(BOTH);
    expect(calls).toEqual([
      [undefined, 200],
      ['"1"', 304],
    ]);
  });

  test('the bytes of a file are cached for other readers even if one reader refuses them', async () => {
    const objects = createObjects();
    file = Buffer.concat([Buffer.from('a;b\n'), Buffer.alloc(150_000, 'x;y\n')]);
    expect(await read({ objects, format: { delimiter: ',' } })).toMatchObject({ outcome: { error: {} } });
    const { outcome } = await read({ objects });
    expect(outcome).toMatchObject({ content: { content: { header: ['a', 'b'] } } });
    expect(calls.map(([, status]) => status)).toEqual([200, 304]);
  });

  test('the bytes of a file are not cached if the file is not requested again, or is too large', async () => {
    const objects = createObjects();
    await read({ objects, isKept: false });
    file = Buffer.alloc(BYTES_PER_MB + 4, CHUNK);
    file.write('a,b\n');
    expect((await read({ objects, memoryMb: 1769 })).version?.bytes).toBe(BYTES_PER_MB + 4);
    expect(objects.find('wall/share.csv')).toBeUndefined();
  });

  test('the cached bytes of files are at most 16 MB, and at most a sixteenth of the memory', () => {
    const largest = (memoryMb: number) => createMemory({ entries: 1, bytes: cacheBytesOf(memoryMb) }).objects.maxBytes;
    expect([128, 256, 512, 3008].map((memoryMb) => largest(memoryMb) / BYTES_PER_MB)).toEqual([8, 16, 16, 16]);
  });
});
