/** @jest-environment node */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createConnection } from 'mysql2/promise';
import { buildFunctions } from '../../../../../infra/build/bundling/build-functions.ts';
import { loadDashboard } from '../../../../../infra/dashboard/definition/load-dashboard.ts';
import { startMysql } from '../../../../../infra/local/emulators/mysql/open-mysql.ts';
import { applyMysqlSeeds } from '../../../../../infra/local/emulators/mysql/seed-server.ts';
import { createGateway } from '../../../../../infra/local/gateway/create-gateway.ts';
import { type Stack, startStack } from '../../../../../infra/local/start-stack.ts';
import { type Listening, listen } from '../../../../support/cloud/listen.ts';
import { COLUMNS, TYPE_SEEDS, type TypedColumn } from '../../../../support/database-types.ts';
import { writeFolder } from '../../../../support/folders/write-folder.ts';
import { describeWithMysql } from '../../../../support/mysql-server.ts';
import { askJson } from '../../../../support/requests/ask-json.ts';

/** The longest text of a decimal that a number holds exactly. */
const MAX_EXACT_CHARS = 15;

const slugOf = (name: string): string => name.replaceAll('_', '-x');

const DEFINITION = `dashboard: types
database: { engine: mysql }
endpoints:
${COLUMNS.map(({ name }) => `  ${slugOf(name)}: { component: Rows, sql: 'select id, ${name} as value from every_type order by id' }`).join('\n')}
`;

describeWithMysql('the types of Aurora MySQL', () => {
  const gateway = createGateway();
  let stack: Stack | undefined;
  let served: Listening | undefined;
  let rows: readonly Readonly<Record<string, unknown>>[];
  let started: Awaited<ReturnType<typeof startMysql>>;

  beforeAll(async () => {
    const folder = await writeFolder({ 'dashboard.yml': DEFINITION, 'data/types.sql': TYPE_SEEDS });
    const { folder: bundles } = await buildFunctions({ families: ['rows'] });
    const [log, { signal }] = [() => undefined, new AbortController()];
    stack = await startStack({ folder, bundles, gateway, log, report: log, signal });
    await stack.deploy(await loadDashboard(folder));
    served = await listen(gateway.server);
    started = await startMysql({ name: 'types', timezone: 'UTC' });
    if (!started) throw new Error('no server');
    await applyMysqlSeeds(started.server, [{ file: 'types.sql', text: TYPE_SEEDS }]);
    const connection = await createConnection({
      socketPath: started.server.socket,
      user: 'root',
      database: 'types',
      supportBigNumbers: true,
      bigNumberStrings: true,
      dateStrings: true,
      jsonStrings: true,
    });
    [rows] = (await connection.query('select * from every_type order by id')) as unknown as [typeof rows];
    await connection.end();
  });
  afterAll(async () => {
    await served?.close();
    await stack?.close();
    await started?.database.close();
  });

  /** Returns the text of a value that the driver reads, as a body shows it. */
  const textOf = ({ typeName }: TypedColumn, value: unknown): string => {
    if (value === null) return '';
    if (Buffer.isBuffer(value))
      return typeName === 'BIT' ? String(BigInt(`0x${value.toString('hex')}`)) : value.toString('base64');
    const isShort = typeName.startsWith('DECIMAL') && String(value).length <= MAX_EXACT_CHARS;
    return String(isShort ? Number(value) : value);
  };

  test.each(COLUMNS.map((column) => [column.name, column] as const))(
    'the packaged function sends the values of the column %s as the driver reads them',
    async (name, column) => {
      const response = await askJson(`${served?.url}/rows/${slugOf(name)}`);
      expect(response.status).toBe(200);
      const body = (await response.json()) as readonly { readonly value?: unknown }[];
      expect(body.map(({ value }) => String(value ?? ''))).toEqual(rows.map((row) => textOf(column, row[name])));
    },
  );
});
