/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { openNothing } from '../../../../../infra/local/emulators/mysql/open-mysql.ts';
import { startDataApi } from '../../../../../infra/local/emulators/rds-data/start-data-api.ts';
import { createDeadline } from '../../../../../shared/aws/deadline.ts';
import { errorOf } from '../../../../support/cloud/start-replies.ts';

const REASON = 'the server of env:SALES cannot be reached';

test('a database that is missing answers 503 with the reason', async () => {
  const api = await startDataApi({ seeds: [], open: async () => openNothing(REASON) });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_RDS_DATA: api.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  const { executeStatement } = await import('../../../../../shared/sources/rds-data.ts');
  const source = { source: 'sql', engine: 'mysql', statement: 'select 1', parameters: [] } as const;
  const target = { cluster: 'arn:aws:rds:us-east-1:0:cluster:shop', secret: 's', name: 'shop' };
  const deadline = createDeadline(performance.now() + 20_000);
  const { code, text } = await errorOf(executeStatement(source, target, { currentTime: 0, timePeriod: 1 }, deadline));
  await api.close();
  expect(code).toBe('SOURCE_THROTTLED');
  expect(text).toContain(REASON);
});
