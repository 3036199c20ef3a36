import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createLineCounter } from '../../../../infra/cost/actual/count-lines.ts';
import { readLogFile } from '../../../../infra/cost/actual/log-events.ts';
import { openLogFile } from '../../../../infra/local/session/log-file.ts';
import { writeFolder } from '../../../support/folders/write-folder.ts';

const LINE = JSON.stringify({
  _aws: { CloudWatchMetrics: [], Timestamp: 1_795_410_954_829 },
  dashboard: 'ops-room',
  stage: 'local',
  status: 200,
  duration: 3.2,
  coldStarts: 1,
  bytes: 83,
  endpoint: 'orders',
  cache: 'fresh',
  requestId: 'a',
});

const request = { id: 'b', address: '10.0.0.1', route: 'POST /pie/{endpoint}', path: '/pie/orders', status: 200 };

const writeAll = async (path: string, settings: object = {}): Promise<void> => {
  const dashboard = { memory: 256, log: 'full', accessLog: 'full', ...settings } as never;
  const file = await openLogFile(path);
  file.writeFunction(LINE);
  file.writeFunction('a line of a library');
  file.writeInvocation('a', 40.2, dashboard);
  file.writeRequest({ ...request, milliseconds: 12, bytes: 83 }, dashboard);
  await file.close();
};

const count = async (path: string) => {
  const endpoints = [{ slug: 'orders', path: '/pie/orders' }];
  const counter = createLineCounter({ name: 'ops-room', endpoints, scanUnits: (bytes) => bytes });
  await readLogFile(path, counter.count);
  return counter.result();
};

describe('start --log', () => {
  test('the log file has the lines of functions, Lambda and the gateway in the form that cost --actual reads', async () => {
    const path = join(await writeFolder({}), 'wall.log');
    await writeAll(path);
    const { endpoints, skipped, lines } = await count(path);
    expect([lines, skipped]).toEqual([5, { copies: 0, outside: 0, others: 0 }]);
    expect(endpoints.get('orders')).toMatchObject({ calls: 1, coldCalls: 1, billedMs: 41, bytes: 83, gatewayCalls: 1 });
  });

  test('new lines are added at the end of the log file', async () => {
    const path = join(await writeFolder({}), 'wall.log');
    await writeAll(path);
    await writeAll(path);
    expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(10);
    expect((await count(path)).skipped.copies).toBe(5);
  });

  test('the log file lacks the lines of Lambda with log: summary, and the lines of the gateway with accessLog: none', async () => {
    const path = join(await writeFolder({}), 'wall.log');
    await writeAll(path, { log: 'summary', accessLog: 'none' });
    expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(1);
  });

  test('a file that is no log is never changed', async () => {
    const path = join(await writeFolder({}), 'orders.csv');
    await writeFile(path, 'name,value\n');
    await expect(openLogFile(path)).rejects.toThrow(/orders\.csv exists, and is no log: choose another name/);
    expect(await readFile(path, 'utf8')).toBe('name,value\n');
  });
});
