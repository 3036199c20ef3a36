/** @jest-environment node */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EXAMPLES, exampleOf, page, SECRETS } from '../support/http/documented-apis.ts';
import { bindDataset, readRows } from '../support/http/read-dataset.ts';
import { type Api, startApi } from '../support/http/start-api.ts';

process.env.WALLFEED_STAGE = 'local';
process.env.AWS_REGION = 'eu-west-1';
process.env.AWS_ACCESS_KEY_ID = 'key';
process.env.AWS_SECRET_ACCESS_KEY = 'secret';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('schemas/http.md', () => {
  test('schemas/http.md has at most 150 lines', () => expect(page.split('\n').length).toBeLessThanOrEqual(151));

  test.each(Object.entries(EXAMPLES))(
    'the example of %s gives the rows of an answer in its documented form',
    async (heading, example) => {
      api.answer(example.answer);
      const { header, rows } = await readRows(
        await bindDataset(exampleOf(heading, api.url), { '.secrets.yml': SECRETS }),
      );
      expect([header, rows]).toEqual([example.header, example.rows]);
      expect(example.sent(api.requests)).toEqual(example.expected);
    },
  );
});
