/** @jest-environment node */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createEvent } from '../../support/requests/create-event.ts';
import { createServe, ENDPOINT, REQUEST_EVENT, SCHEDULED_EVENT } from '../../support/requests/serve-events.ts';

let serve: Awaited<ReturnType<typeof createServe>>;
beforeAll(async () => {
  serve = await createServe();
});

describe('a warm-up', () => {
  test.each<[string, object]>([
    ['the event { "wallfeed": "warm-up" }', { wallfeed: 'warm-up' }],
    ['the event of an EventBridge schedule', SCHEDULED_EVENT],
  ])('a warm-up by %s gets a response, and is logged without metrics', async (_, event) => {
    const { statusCode, problem, line } = await serve({ share: ENDPOINT })(event);
    expect([statusCode, problem]).toEqual([200, { wallfeed: 'warm' }]);
    expect(line).toEqual({
      dashboard: 'wall',
      function: 'wall-pie',
      stage: 'local',
      warmUps: 1,
      coldStarts: 1,
      duration: expect.any(Number),
      requestId: 'request-1',
    });
  });

  test('the first request after a warm-up is not a cold start', async () => {
    const ask = serve({ share: ENDPOINT });
    expect((await ask({ wallfeed: 'warm-up' })).line).toMatchObject({ coldStarts: 1 });
    expect((await ask({})).line).toMatchObject({ coldStarts: 0 });
  });

  test('a warm-up cannot be requested through API Gateway', async () => {
    const body = JSON.stringify({ wallfeed: 'warm-up', 'detail-type': 'Scheduled Event' });
    const sent = createEvent({ endpoint: 'share', headers: { 'content-type': 'application/json' }, body });
    expect(await serve({ share: ENDPOINT })(sent)).toMatchObject({ statusCode: 400 });
    expect(
      await serve({ share: ENDPOINT })({ ...REQUEST_EVENT, rawQueryString: '', wallfeed: 'warm-up' }),
    ).toMatchObject({
      statusCode: 400,
    });
  });
});
