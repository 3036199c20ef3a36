/** @jest-environment node */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CERTIFICATE, type CompanyProxy, startProxy } from '../../support/cloud/start-proxy.ts';
import { answer, failure, fields } from '../../support/cloud/xml.ts';
import { DEPLOYABLE } from '../../support/folders/deployable.ts';
import { writeFolder } from '../../support/folders/write-folder.ts';
import { serveDashboard } from '../../support/requests/serve-dashboard.ts';
import { runCommand, spawnCommand } from '../../support/run-command.ts';

const KEYS = {
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_REGION: 'eu-west-1',
  AWS_MAX_ATTEMPTS: '1',
};

describe('a company’s proxy', () => {
  let proxy: CompanyProxy;
  let folder: string;
  beforeAll(async () => {
    proxy = await startProxy(({ headers: { host = '' } }) =>
      host === 'wall.test'
        ? { status: 200, body: '[{"name":"a","value":7}]' }
        : host.startsWith('sts.')
          ? answer('GetCallerIdentity', fields({ Account: '000000000000' }))
          : failure('ValidationError', 'Stack with id wallfeed-ops-room-dev does not exist'),
    );
    folder = await writeFolder(DEPLOYABLE);
  });
  beforeEach(() => {
    proxy.asked.length = 0;
    proxy.password = undefined;
  });
  afterAll(() => proxy.close());

  const urls = (env: Readonly<Record<string, string>>, run = runCommand) =>
    run('urls', ['--dashboard', folder, '--stage', 'dev'], { env: { ...KEYS, ...env } });
  /** Returns the address of the proxy for another user, so that no connection of an earlier test is used. */
  const as = (user: string): string => `http://${user}@${new URL(proxy.url).host}`;
  const HOSTS = ['sts.eu-west-1.amazonaws.com:443', 'cloudformation.eu-west-1.amazonaws.com:443'];

  test.each(['HTTPS_PROXY', 'https_proxy'])('all calls to AWS go through the proxy in %s', async (name) => {
    const { error } = await urls({ [name]: as(name), AWS_CA_BUNDLE: CERTIFICATE });
    expect(proxy.asked).toEqual(HOSTS);
    expect(error).toContain('There is no stack wallfeed-ops-room-dev in eu-west-1');
  });

  test('an address of a proxy without http:// is used', async () => {
    await urls({ HTTPS_PROXY: as('bare').replace('http://', ''), AWS_CA_BUNDLE: CERTIFICATE });
    expect(proxy.asked).toEqual(HOSTS);
  });

  test('NODE_EXTRA_CA_CERTS names the certificate of a proxy that reads along', async () => {
    const { error } = await urls({ HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: CERTIFICATE }, spawnCommand);
    expect(proxy.asked).toEqual(HOSTS);
    expect(error).toContain('There is no stack wallfeed-ops-room-dev in eu-west-1');
  });

  test('without the certificate, the error says which variables name it', async () => {
    const { code, error } = await urls({ HTTPS_PROXY: proxy.url });
    expect(code).toBe(1);
    expect(error).toMatch(/certificate.*NODE_EXTRA_CA_CERTS/);
  });

  test('hosts in NO_PROXY are called without the proxy', async () => {
    await urls({ HTTPS_PROXY: as('some'), NO_PROXY: '.amazonaws.com', AWS_ENDPOINT_URL_STS: 'https://127.0.0.1:9' });
    expect(proxy.asked).toEqual(['127.0.0.1:9']);
  });

  test('calls to services without an installed client go through the proxy', async () => {
    const { callService } = await import('../../../infra/deploy/aws/call-service.ts');
    const before = { ...process.env };
    Object.assign(process.env, KEYS, { HTTPS_PROXY: as('service'), AWS_CA_BUNDLE: CERTIFICATE });
    const text = await callService('ec2', 'eu-west-1', {
      method: 'POST',
      path: '/',
      form: { Action: 'DescribeSubnets' },
    }).catch(({ name }: Error) => name);
    process.env = before;
    expect([text, proxy.asked]).toEqual(['ValidationError', ['ec2.eu-west-1.amazonaws.com:443']]);
  });

  test('a proxy that asks for a password gets it from HTTPS_PROXY, and otherwise the error says where it goes', async () => {
    proxy.password = 'me:secret';
    const { host } = new URL(proxy.url);
    const { code, error } = await urls({ HTTPS_PROXY: `http://me:wrong@${host}`, AWS_CA_BUNDLE: CERTIFICATE });
    expect([code, error]).toEqual([
      1,
      `The proxy ${host} asks for a user and a password, or refuses those that it got: write them into HTTPS_PROXY, as http://user:password@${host}\n`,
    ]);
    await urls({ HTTPS_PROXY: `http://me:secret@${host}`, AWS_CA_BUNDLE: CERTIFICATE });
    expect(proxy.asked.slice(-2)).toEqual(HOSTS);
  });

  test('a file of certificates that does not exist is named', async () => {
    const { code, error } = await urls({ AWS_CA_BUNDLE: '/none.pem' });
    expect([code, error]).toEqual([1, expect.stringContaining('AWS_CA_BUNDLE: /none.pem cannot be read (ENOENT)')]);
  });

  test('verify requests the endpoints through the proxy', async () => {
    const args = ['--dashboard', folder, '--base', 'https://wall.test'];
    await runCommand('verify', args, { env: { ...KEYS, HTTPS_PROXY: as('verify'), AWS_CA_BUNDLE: CERTIFICATE } });
    expect(new Set(proxy.asked)).toEqual(new Set(['wall.test:443']));
  });

  describe('a host of a dashboard', () => {
    const files = {
      'dashboard.yml': `dashboard: shop
hosts: { tickets: { url: 'https://wall.test' } }
datasets: { tickets: { http: { host: tickets, path: /rows, format: json } } }
endpoints:
  pie: { component: 3D Pie Chart, dataset: tickets, columns: { name: name, value: value } }
`,
    };
    const query = async (env: Readonly<Record<string, string>>) =>
      runCommand('query', ['tickets', '--dashboard', await writeFolder(files), '--format', 'json'], { env });

    test('wallfeed query calls a host through the proxy, which knows the address of its name', async () => {
      const { code, out } = await query({ HTTPS_PROXY: as('query'), AWS_CA_BUNDLE: CERTIFICATE });
      expect([code, JSON.parse(out).rows, proxy.asked]).toEqual([0, [['a', '7']], ['wall.test:443']]);
    });

    test('a proxy may have a name of its own', async () => {
      const named = as('named').replace('127.0.0.1', 'localhost');
      const { code } = await query({ HTTPS_PROXY: named, AWS_CA_BUNDLE: CERTIFICATE });
      expect([code, proxy.asked]).toEqual([0, ['wall.test:443']]);
    });

    test('a host in NO_PROXY is called without the proxy', async () => {
      const { error } = await query({ HTTPS_PROXY: as('none'), NO_PROXY: 'wall.test', AWS_CA_BUNDLE: CERTIFICATE });
      expect(proxy.asked).toEqual([]);
      expect(error).toContain('The host tickets gave no rows: its name');
    });

    test('an error of the proxy says what to do', async () => {
      proxy.password = 'me:secret';
      const { code, error } = await query({
        HTTPS_PROXY: `http://me:wrong@${new URL(proxy.url).host}`,
        AWS_CA_BUNDLE: CERTIFICATE,
      });
      expect([code, proxy.asked]).toEqual([1, ['wall.test:443']]);
      expect(error).toContain('the proxy of this machine asks for a user and a password');
      expect(error).toContain('`HTTPS_PROXY`');
      expect(error).not.toContain('wrong');
    });

    test('the functions of the local stack call a host through the proxy', async () => {
      const before = { ...process.env };
      Object.assign(process.env, { HTTPS_PROXY: as('start'), AWS_CA_BUNDLE: CERTIFICATE });
      const served = await serveDashboard(await writeFolder(files));
      try {
        const response = await fetch(`${served.url}/pie/pie`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ currentTime: Date.now(), timePeriod: 30 }),
        });
        expect([response.status, await response.json()]).toMatchObject([200, { data: [{ name: 'a', value: 7 }] }]);
        expect(proxy.asked).toEqual(['wall.test:443']);
      } finally {
        process.env = before;
        await served.close();
      }
    });
  });
});
