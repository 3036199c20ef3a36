/** @jest-environment node */
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { bindDataset, readRows } from '../../../support/http/read-dataset.ts';
import { AUTHORITY, type Certificate, createNginx, hasNginx, type Nginx } from '../../../support/http/start-nginx.ts';

process.env.WALLFEED_STAGE = 'local';
process.env.AWS_REGION = 'eu-west-1';
process.env.AWS_ACCESS_KEY_ID = 'key';
process.env.AWS_SECRET_ACCESS_KEY = 'secret';

const ROWS = 'location /rows { return 200 \'[{"a":1},{"a":2}]\'; }';
const SECRETS = { '.secrets.yml': `/authority: ${JSON.stringify(AUTHORITY)}\n` };
const TRUSTED = ', authority: ssm:/authority';

(hasNginx ? describe : describe.skip)('a host with TLS', () => {
  let nginx: Nginx;
  beforeAll(async () => {
    nginx = await createNginx();
  });
  beforeEach(() => {
    jest.spyOn(console, 'warn').mockReturnValue();
  });
  afterAll(() => nginx.stop());

  const read = async (host: string, path = '/rows') =>
    readRows(
      await bindDataset(
        `dashboard: shop
hosts: { tickets: { url: '${nginx.url}'${host} } }
datasets: { tickets: { http: { host: tickets, path: ${path} } } }
endpoints:
  pie: { component: 3D Pie Chart, dataset: tickets, columns: { name: a, value: a } }
`,
        SECRETS,
      ),
      { seconds: 5 },
    );

  const refusalOf = (host: string, path?: string) =>
    read(host, path).then(
      () => undefined,
      ({ code, details }) => ({ code, ...details[0] }),
    );

  test('a certificate of a company’s own authority holds with `authority`', async () => {
    await nginx.serve('server', ROWS);
    expect((await read(TRUSTED)).rows).toEqual([['1'], ['2']]);
  });

  const DENIED: readonly (readonly [string, Certificate, string, string, string])[] = [
    [
      'a certificate of an unknown authority',
      'server',
      '',
      'its certificate is from an authority that is not known',
      'name the certificate of your authority: `authority: ssm:/…`',
    ],
    ['an expired certificate', 'expired', TRUSTED, 'its certificate has expired', 'renew the certificate of the host'],
    [
      'a certificate for another name',
      'other',
      TRUSTED,
      'its certificate is for another name',
      'write the name of the certificate in `url`, or give the host a certificate for its name',
    ],
  ];

  test.each(DENIED)('%s is refused, with what to do', async (_, certificate, host, message, hint) => {
    await nginx.serve(certificate, ROWS);
    expect(await refusalOf(host)).toEqual({ code: 'SOURCE_DENIED', message, hint });
  });

  test('a connection that was accepted with `authority` is not used without it', async () => {
    await nginx.serve('server', ROWS);
    await read(TRUSTED);
    expect(await refusalOf('')).toMatchObject({ code: 'SOURCE_DENIED' });
  });

  test('packed answers of nginx, its pauses and its redirects are understood', async () => {
    await nginx.serve(
      'server',
      `${ROWS} gzip on; gzip_min_length 1; gzip_types application/json;
      location /busy { add_header Retry-After 60 always; return 429; }
      location /plain { return 302 http://127.0.0.1/rows; }
      location /moved { return 302 ${nginx.url}/rows; }`,
    );
    expect((await read(TRUSTED)).rows).toEqual([['1'], ['2']]);
    expect((await read(TRUSTED, '/moved')).rows).toEqual([['1'], ['2']]);
    expect(await refusalOf(TRUSTED, '/busy')).toMatchObject({ code: 'SOURCE_THROTTLED' });
    expect(await refusalOf(TRUSTED, '/plain')).toMatchObject({ code: 'SOURCE_REFUSED' });
  });
});
