import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startWall, type Wall } from '../support/faults/start-wall.ts';
import { AUTHORITY, type Certificate, createNginx, hasNginx, type Nginx } from '../support/http/start-nginx.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** The length of a fault. Old rows are served for longer. */
const STALE = '2h';

const rowsOf = (value: number): string => `location /rows { return 200 '[{"name":"count","value":${value}}]'; }`;

(hasNginx ? describe : describe.skip)('a wall over a host with TLS', () => {
  let nginx: Nginx;
  let wall: Wall;
  beforeAll(async () => {
    nginx = await createNginx();
    wall = await startWall({
      rate: 0,
      secrets: `/authority: ${JSON.stringify(AUTHORITY)}`,
      dashboard: `timeout: 10s
throttle: { rate: 5000, burst: 5000 }
hosts:
  own: { url: '${nginx.url}', authority: ssm:/authority }
datasets:
  lasting: { http: { host: own, path: /rows }, cache: 1m, stale: ${STALE} }
  passing: { http: { host: own, path: /rows }, cache: 1m }
endpoints:
  lasting: { component: 3D Pie Chart, dataset: lasting, columns: { name: name, value: value } }
  passing: { component: 3D Pie Chart, dataset: passing, columns: { name: name, value: value } }
`,
    });
  });
  afterAll(async () => {
    await wall?.close();
    await nginx?.stop();
  });
  beforeEach(() => wall.clock.pass(3 * HOUR_MS));

  const askBoth = async () => {
    const [lasting, passing] = [await wall.ask('lasting'), await wall.ask('passing')];
    return { lasting, passing };
  };

  const serve = (certificate: Certificate, value: number) => () => nginx.serve(certificate, rowsOf(value));

  const FAULTS: readonly (readonly [string, () => Promise<void>, number, string, string, string])[] = [
    [
      'is gone',
      () => nginx.stop(),
      504,
      'SOURCE_TIMEOUT',
      'it refused the connection',
      'check that the host is up, and that functions reach it',
    ],
    [
      'has an expired certificate',
      serve('expired', 0),
      502,
      'SOURCE_DENIED',
      'its certificate has expired',
      'renew the certificate of the host',
    ],
    [
      'has a certificate for another name',
      serve('other', 0),
      502,
      'SOURCE_DENIED',
      'its certificate is for another name',
      'write the name of the certificate in `url`, or give the host a certificate for its name',
    ],
  ];

  test.each(FAULTS)(
    'a host that %s for an hour leaves the body of a dataset with `stale` unchanged, and others say why they have none',
    async (_, begin, status, code, message, hint) => {
      await nginx.serve('server', rowsOf(1));
      const before = await askBoth();
      expect([before.lasting, before.passing]).toMatchObject([
        { status: 200, value: 1 },
        { status: 200, value: 1 },
      ]);
      await begin();
      for (const later of [2 * MINUTE_MS, HOUR_MS]) {
        wall.clock.pass(later);
        const { lasting, passing } = await askBoth();
        expect([lasting.status, lasting.text]).toEqual([200, before.lasting.text]);
        expect(lasting.headers.get('warning')).toBe(`110 wallfeed "Response is Stale: ${code}"`);
        expect(Number(lasting.headers.get('age')) * SECOND_MS).toBeGreaterThanOrEqual(later);
        expect({ status: passing.status, code: passing.body.error }).toEqual({ status, code });
        expect(passing.body.details[0]).toMatchObject({ message, hint });
        expect(passing.text).not.toContain('127.0.0.1');
      }
      await nginx.serve('server', rowsOf(2));
      wall.clock.pass(2 * MINUTE_MS);
      const after = await askBoth();
      expect([after.lasting, after.passing]).toMatchObject([
        { status: 200, value: 2 },
        { status: 200, value: 2 },
      ]);
      expect(after.lasting.headers.get('warning')).toBeNull();
    },
  );
});
