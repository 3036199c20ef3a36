/** @jest-environment node */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Athena, startAthena } from '../../../../infra/local/emulators/athena/start-athena.ts';
import { type Connection, loadDuckDb } from '../../../../infra/trino/dialect/duckdb.ts';
import { createDeadline } from '../../../../shared/aws/deadline.ts';
import type { Selection } from '../../../../shared/config/selection.ts';
import type { DatasetConfig } from '../../../../shared/config/sources.ts';
import { bindSource } from '../../../../shared/datasets/bind-source.ts';
import { slotOf } from '../../../../shared/datasets/slot.ts';
import { openParquet } from '../../../../shared/kinds/parquet/open-parquet.ts';
import { partitionsOf } from '../../../../shared/kinds/parquet/partitions.ts';
import { readRows } from '../../../../shared/kinds/parquet/read-rows.ts';
import { UNLIMITED } from '../../../../shared/limits/budget.ts';
import { type ColumnRows, toColumnRows } from '../../../../shared/tabular/column-rows.ts';
import { createLake, type TestLake } from '../../../support/athena/create-lake.ts';

const TABLE_COUNT = 20;
const ROW_COUNT = 300;
const CODECS = ['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli'];

/** Expressions of DuckDB that make a column of each type. `h` is a random number of the row. */
const COLUMNS: Readonly<Record<string, string>> = {
  tiny: '(h % 100)::tinyint',
  whole: '(h % 1000000)::integer - 500000',
  big: '(h % 9223372036854775807)::bigint',
  small_decimal: '((h % 100000)::integer / 100)::decimal(9, 2)',
  decimal: '((h % 1000000000)::bigint)::decimal(18, 4) / 7',
  wide: '(h % 9223372036854775807)::decimal(38, 6)',
  real: '(h % 100000)::float / 7',
  double: '(h % 1000000)::double / 7',
  flag: 'h % 2 = 0',
  word: "['East', 'West', '', ' padded ', '北京', 'a,\"b'][1 + h % 6]",
  day: "date '2020-01-01' + (h % 4000)::integer",
  at: "timestamp '2026-11-20 00:00:00' + to_milliseconds((h % 100000000)::bigint)",
  early: "timestamp '1931-02-03 04:05:06.789' + to_milliseconds((h % 100000000)::bigint)",
  at_ms: "(timestamp '2026-11-20 00:00:00' + to_milliseconds((h % 100000000)::bigint))::timestamp_ms",
  at_ns: "(timestamp '2026-11-20 00:00:00' + to_milliseconds((h % 100000000)::bigint))::timestamp_ns",
  seldom_at: "case when h % 3 = 0 then timestamp '2026-11-20 00:00:00' + to_milliseconds((h % 100)::bigint) end",
  unsigned: '(h % 5000000000)::ubigint',
  seldom: "case when h % 3 = 0 then 'x' || (h % 50) end",
  nothing: 'null::integer',
};

let lake: TestLake;
let athena: Athena;
let duck: Connection;

const fileOf = (name: string): string => join(lake.path, 'lake', name, 'part.parquet');

const open = async (file: string) => {
  const bytes = await readFile(file);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  return openParquet({ byteLength: bytes.length, slice: (from, to) => buffer.slice(from, to) }, file);
};

const window = { currentTime: Date.parse('2026-11-21T00:00:00Z'), timePeriod: 60 };

const readParquet = async (file: string, selection?: Selection, spans: { from: number; to: number }[] = []) => {
  const files = [{ file: await open(file), partitions: partitionsOf(file) }];
  return toColumnRows(await readRows(files, { selection, timezone: 'UTC', window, spans, budget: UNLIMITED }));
};

const readAthena = async (table: string): Promise<ColumnRows> => {
  const config: DatasetConfig = {
    source: {
      source: 'athena',
      statement: `select * from ${table} order by id`,
      parameters: [],
      database: 'shop',
      ...{ workgroup: 'walls' },
    },
    ttl: 60_000,
    shared: false,
    isBilled: true,
  };
  const now = Date.now();
  const slot = slotOf(config, { currentTime: now, timePeriod: 5 }, { now, timezone: 'UTC' });
  const limits = { deadline: createDeadline(performance.now() + 60_000), budget: UNLIMITED, objects: undefined };
  const read = await bindSource(config, 'UTC')(slot, undefined, { ...limits, hasStale: false });
  if ('fault' in read) throw read.fault;
  return read.rows;
};

const columnsOf = (table: number): readonly string[] =>
  Object.keys(COLUMNS).filter((_, index) => (table * 7 + index * 5) % 3 !== 0 || table === 0);

beforeAll(async () => {
  lake = await createLake();
  const { DuckDBInstance } = await loadDuckDb();
  duck = await (await DuckDBInstance.create(':memory:', {})).connect();
  for (let table = 0; table < TABLE_COUNT; table += 1) {
    const name = `t${table}`;
    await mkdir(join(lake.path, 'lake', name), { recursive: true });
    const columns = columnsOf(table).map((column) => `${COLUMNS[column]} as ${column}`);
    const sql = `select i as id, ${columns.join(', ')} from (select i, (hash(i, ${table}) % 9223372036854775807)::bigint as h from range(${ROW_COUNT}) t(i))`;
    const options = `format parquet, compression ${CODECS[table % CODECS.length]}, row_group_size ${table % 2 ? 2048 : 100}, parquet_version v${1 + (table % 2)}`;
    await duck.runAndReadAll(`copy (${sql}) to '${fileOf(name)}' (${options})`);
  }
  athena = await startAthena({ data: lake.path, workgroups: { walls: {} }, times: { queue: 0, run: 0 } });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_ATHENA: athena.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
});
afterAll(async () => {
  await athena.close();
  duck.closeSync();
  await lake.remove();
});

describe('rows of Parquet files', () => {
  test.each(Array.from({ length: TABLE_COUNT }, (_, table) => `t${table}`))(
    'the rows of the random table %s are those of a query of the same file through Athena',
    async (name) => {
      const expected = await readAthena(name);
      expect(expected.length).toBe(ROW_COUNT);
      expect(JSON.parse(JSON.stringify(await readParquet(fileOf(name))))).toEqual(JSON.parse(JSON.stringify(expected)));
    },
  );

  test('a selection of Parquet rows keeps the types of its columns', async () => {
    const { columns, origins, length } = await readParquet(fileOf('t0'), {
      where: [{ column: 'whole', tests: [{ is: 'above', of: 0 }] }],
      columns: [
        { name: 'time', source: { from: 'cell', of: 'at' } },
        { name: 'number', source: { from: 'cell', of: 'whole' } },
      ],
    });
    expect(origins).toEqual(['timestamp', 'number']);
    expect(length).toBeGreaterThan(10);
    expect(columns[1]?.every((cell) => typeof cell === 'number' && cell > 0)).toBe(true);
  });

  test('row groups whose statistics rule out a window or a condition are not read', async () => {
    const file = fileOf('groups');
    await mkdir(join(lake.path, 'lake', 'groups'), { recursive: true });
    const sql = `select i as id, timestamp '2026-11-20 00:00:00' + to_seconds(i) as at, 'r' || (i // 2048) as part from range(20480) t(i)`;
    await duck.runAndReadAll(`copy (${sql}) to '${file}' (format parquet, row_group_size 2048)`);
    const opened = await open(file);
    expect(opened.groups.length).toBe(10);
    let bytes = 0;
    const counted = {
      ...opened,
      buffer: {
        ...opened.buffer,
        slice: (from: number, to?: number) => {
          bytes += (to ?? opened.buffer.byteLength) - from;
          return opened.buffer.slice(from, to);
        },
      },
    };
    const read = async (selection: Selection, spans: { from: number; to: number }[] = []) => {
      bytes = 0;
      const files = [{ file: counted, partitions: [] }];
      const table = await readRows(files, { selection, timezone: 'UTC', window, spans, budget: UNLIMITED });
      return { count: table.rows[0]?.[0], bytes };
    };
    const columns = [{ name: 'count', source: { from: 'count' } }] as const;
    const all = await read({ columns, where: [{ column: 'id', tests: [{ is: 'atLeast', of: 0 }] }] });
    const some = await read({ columns, where: [{ column: 'id', tests: [{ is: 'any', of: [5000] }] }] });
    const texts = await read({ columns, where: [{ column: 'part', tests: [{ is: 'any', of: ['r3'] }] }] });
    const to = Date.parse('2026-11-20T00:30:00Z');
    const times = await read({ columns, window: { of: 'at', last: 600_000 } }, [{ from: to - 600_000, to }]);
    expect(all.count).toBe(20480);
    expect(some.count).toBe(1);
    expect(texts.count).toBe(2048);
    expect(some.bytes).toBeLessThan(all.bytes / 5);
    expect(texts.bytes).toBeLessThan(all.bytes / 5);
    expect(times.bytes).toBeLessThan(all.bytes / 5);
  });

  test.each([
    ['text', Buffer.from('Region,Amount\nEast,5\n'), 'is not a Parquet file, or it is cut short'],
    ['few bytes', Buffer.from('x'), 'is not a Parquet file'],
    ['an encrypted file', Buffer.from('PARE00000000PARE'), 'is encrypted'],
    ['a wrong footer', Buffer.from('PAR1xxxxxxxx\u0004\u0000\u0000\u0000PAR1'), 'is damaged or cut short'],
  ])('%s in place of a Parquet file is refused with the name of the file', async (_, bytes, found) => {
    const file = join(lake.path, 'bad.parquet');
    await writeFile(file, bytes);
    await expect(open(file)).rejects.toMatchObject({
      code: 'SOURCE_INVALID',
      details: [{ message: expect.stringContaining(found) }],
    });
  });

  test('a file that is cut short in its rows is refused', async () => {
    const bytes = await readFile(fileOf('t1'));
    const file = join(lake.path, 'cut.parquet');
    await writeFile(file, Buffer.concat([bytes.subarray(0, 4), bytes.subarray(400)]));
    await expect(readParquet(file)).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
  });

  test('files with different columns are refused', async () => {
    const files = await Promise.all(
      ['t0', 't1'].map(async (name) => ({ file: await open(fileOf(name)), partitions: [] })),
    );
    const read = readRows(files, { selection: undefined, timezone: 'UTC', window, spans: [], budget: UNLIMITED });
    await expect(read).rejects.toMatchObject({ code: 'TABLE_COLUMNS' });
  });

  test('a column with lists is refused where a selection names it', async () => {
    const file = join(lake.path, 'lists.parquet');
    await duck.runAndReadAll(`copy (select 1 as id, [1, 2] as parts) to '${file}' (format parquet)`);
    expect((await readParquet(file)).header).toEqual(['id']);
    const selection: Selection = { columns: [{ name: 'x', source: { from: 'cell', of: 'parts' } }] };
    await expect(readParquet(file, selection)).rejects.toMatchObject({ code: 'SOURCE_INVALID' });
  });
});
