import { BeginTransactionCommand, ExecuteStatementCommand } from '@aws-sdk/client-rds-data';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DataApi, startDataApi } from '../../../../../infra/local/emulators/rds-data/start-data-api.ts';
import { abortAtCall } from '../../../../support/cloud/abort-at-call.ts';
import { createAsk, createClient, target } from '../../../../support/cloud/ask-database.ts';
import { createFolder, type Folder } from '../../../../support/folders/folder.ts';

let folder: Folder;
let api: DataApi;
let ask: ReturnType<typeof createAsk>;
const logged: string[] = [];
beforeAll(async () => {
  folder = await createFolder();
  const seeds = [await folder.write('a.sql', 'create table t (n int)')];
  api = await startDataApi({ seeds, log: (line) => logged.push(line) });
  ask = createAsk(api);
});
afterAll(async () => {
  await api.close();
  await folder.remove();
});

const error = (name: string, status: number, message: unknown) => ({
  name,
  message,
  $metadata: { httpStatusCode: status },
});

const stillAnswers = async () => expect((await ask('select 1')).records).toEqual([[{ longValue: 1 }]]);

describe('a statement that PostgreSQL refuses', () => {
  test.each([
    ['select * from nowhere', 'ERROR: relation "nowhere" does not exist; Position: 15; SQLState: 42P01'],
    ['selekt 1', 'ERROR: syntax error at or near "selekt"; Position: 1; SQLState: 42601'],
    ['select 1 / 0', 'ERROR: division by zero; SQLState: 22012'],
    ['insert into t values (1)', 'ERROR: cannot execute INSERT in a read-only transaction; SQLState: 25006'],
    ['create table u (n int)', 'ERROR: cannot execute CREATE TABLE in a read-only transaction; SQLState: 25006'],
    [
      'with gone as (delete from t returning n) select n from gone',
      'ERROR: cannot execute SELECT in a read-only transaction; SQLState: 25006',
    ],
  ])('the emulator of the Data API reports the error of PostgreSQL for %s', async (sql, message) => {
    await expect(ask(sql)).rejects.toMatchObject(error('DatabaseErrorException', 400, message));
    await stillAnswers();
  });

  test('a statement that PostgreSQL refuses is logged with PostgreSQL’s message on one line', async () => {
    logged.length = 0;
    await expect(ask('select nn from t')).rejects.toThrow();
    await expect(ask("select 'a\\nb'::int")).rejects.toThrow();
    await expect(ask(`select E'a\\nb'::int`)).rejects.toThrow();
    await ask('select 1');
    expect(logged).toEqual([
      'ERROR: column "nn" does not exist (Perhaps you meant to reference the column "t.n".)',
      'ERROR: invalid input syntax for type integer: "a\\nb"',
      'ERROR: invalid input syntax for type integer: "a b"',
    ]);
  });

  test('the emulator of the Data API refuses a pair of statements in one call', async () => {
    const refused = error('ValidationException', 400, "Multistatements aren't supported.");
    await expect(ask('select 1; select 2')).rejects.toMatchObject(refused);
    await expect(ask('select 1;')).resolves.toBeDefined();
  });

  test('a refused statement does not change settings for later statements', async () => {
    await ask(`select set_config('search_path', 'nowhere', false)`);
    await ask('prepare p as select 1');
    await expect(ask('execute p')).rejects.toThrow('26000');
    await expect(ask('select n from t')).resolves.toMatchObject({ records: [] });
  });
});

describe('a result that the Data API cannot return', () => {
  const type = (name: string) => `The result contains the unsupported data type ${name}.`;

  test.each([
    [`select interval '1 day'`, type('INTERVAL')],
    [`select '1'::money, 2`, type('MONEY')],
    [`select 't'::regclass`, type('regclass')],
    ['select array[[1, 2], [3, 4]]', 'The result contains a multidimensional array.'],
    [`select 1 as n, 'infinity'::timestamptz as until`, 'The result contains an infinite time in column until.'],
    [`select '-infinity'::date as until`, 'The result contains an infinite time in column until.'],
    [`select repeat('x', 65536)`, 'The result exceeds the row size limit 64 KB.'],
    [`select md5(n::text)::uuid from generate_series(1, 25000) n`, 'The result exceeds the size limit 1 MB.'],
    [`select n from generate_series(1, 150000) n`, 'The result exceeds the size limit 1 MB.'],
  ])('the emulator of the Data API cannot return the result of %s', async (sql, message) => {
    await expect(ask(sql)).rejects.toMatchObject(error('UnsupportedResultException', 400, message));
  });

  test('the emulator of the Data API returns 24 800 rows of 42 bytes, which are just within 1 MiB', async () => {
    const { records } = await ask('select md5(n::text)::uuid from generate_series(1, 24800) n');
    expect(records).toHaveLength(24_800);
  });
});

describe('calls that the emulator of the Data API refuses', () => {
  test('the emulator of the Data API refuses calls without credentials', async () => {
    const response = await fetch(`${api.url}/Execute`, {
      method: 'POST',
      body: JSON.stringify({ ...target, sql: 'select 1' }),
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('x-amzn-errortype')).toBe('MissingAuthenticationTokenException');
  });

  test('the emulator of the Data API refuses operations that the policy of a function does not allow', async () => {
    const begun = createClient(api).send(new BeginTransactionCommand(target));
    await expect(begun).rejects.toMatchObject(
      error('AccessDeniedException', 403, expect.stringContaining('rds-data:BeginTransaction')),
    );
  });

  test('the emulator of the Data API refuses an unknown transaction, a schema, and a statement that is too long', async () => {
    await expect(ask('select 1', [], { transactionId: 'x' })).rejects.toMatchObject({
      name: 'TransactionNotFoundException',
    });
    await expect(ask('select 1', [], { schema: 'x' })).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(ask(`select 1${' '.repeat(65_536)}`)).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('a slow statement', () => {
  test('a slow statement is cancelled at its deadline, and other statements run', async () => {
    const impatient = await startDataApi({
      seeds: [await folder.write('a.sql', 'create table t (n int)')],
      limit: 3_000,
    });
    const askImpatient = createAsk(impatient);
    try {
      const timedOut = error('StatementTimeoutException', 400, 'Request timed out');
      await expect(askImpatient('select count(*) from generate_series(1, 1000000000000)')).rejects.toMatchObject(
        timedOut,
      );
      await expect(askImpatient('select n from t')).resolves.toMatchObject({ records: [] });
    } finally {
      await impatient.close();
    }
  });

  test('a statement is cancelled when its client disconnects, and other statements run', async () => {
    const patient = await startDataApi({ seeds: [], limit: 600_000 });
    try {
      const leaving = new AbortController();
      const command = new ExecuteStatementCommand({ ...target, sql: 'select pg_sleep(600)' });
      const abandoned = createClient(patient).send(command, { abortSignal: leaving.signal });
      setTimeout(() => leaving.abort(), 300);
      await expect(abandoned).rejects.toMatchObject({ name: 'AbortError' });
      await expect(createAsk(patient)('select 1')).resolves.toMatchObject({ records: [[{ longValue: 1 }]] });
    } finally {
      await patient.close();
    }
  });
});

describe('a queued fault of the Data API', () => {
  test('a queued fault of the Data API can be an error with a given name, for a given number of calls', async () => {
    api.fail({ error: 'DatabaseResumingException', times: 2 });
    const resuming = error(
      'DatabaseResumingException',
      400,
      expect.stringContaining('resuming after being auto-paused'),
    );
    await expect(ask('select 1')).rejects.toMatchObject(resuming);
    await expect(ask('select 1')).rejects.toMatchObject(resuming);
    await stillAnswers();
  });

  test('a queued fault of the Data API can drop the connection, or leave a call without a response', async () => {
    api.fail({ drop: true, times: 3 });
    await expect(ask('select 1')).rejects.toThrow('socket hang up');
    api.fail({ hang: true });
    const abortSignal = abortAtCall(api);
    const hanging = createClient(api).send(new ExecuteStatementCommand({ ...target, sql: 'select 1' }), {
      abortSignal,
    });
    await expect(hanging).rejects.toMatchObject({ name: 'AbortError' });
    await stillAnswers();
  });
});
