import { loadCatalogue } from '../build/catalogue/load-catalogue.ts';
import { createReadSecret, type ReadSecret } from '../client/send-request.ts';
import { defineCommand, formatOption, type OptionValues } from '../command-line/define-command.ts';
import { DASHBOARD_OPTION, loadValidDashboard, readBase, readUrl } from '../command-line/target.ts';
import { type ClientPreset, clientPresets, compileClient, PLATFORM } from '../dashboard/clients/read-client.ts';
import { resolveComponent, unknownComponent } from '../dashboard/endpoints/resolve-component.ts';
import { VERDICT_FORMATS, type Verdict } from '../deploy/verify/verdicts.ts';
import { verifyClient } from '../deploy/verify/verify-client.ts';
import { loadTarget, verifyDashboard } from '../deploy/verify/verify-dashboard.ts';
import { verifyEndpoint } from '../deploy/verify/verify-endpoint.ts';
import { missingEndpoints } from '../local/session/print-endpoints.ts';
import { commandLine } from '../program/command-line.ts';
import { type CommandFailure, EXIT_USAGE, fail } from '../terminal/fail.ts';
import { printFormat } from '../terminal/print.ts';

const OPTIONS = {
  base: { value: 'url', meaning: 'the beginning of the URLs; http://127.0.0.1:3000 for a local dashboard' },
  dashboard: DASHBOARD_OPTION,
  component: { value: 'name', meaning: 'with --url: the component that reads the data source' },
  url: { value: 'url', meaning: 'with --component: the URL of a data source that is not in the dashboard' },
  'token-from': { value: 'env:NAME', meaning: 'the environment variable with the token; .secrets.yml by default' },
  'key-from': { value: 'env:NAME', meaning: 'the environment variable with the API key; .secrets.yml by default' },
  client: { value: 'name', meaning: 'the front end whose requests are sent; by default the `client` of each endpoint' },
  period: { value: 'minutes', meaning: 'the timePeriod of the requests', default: '30' },
  format: formatOption(VERDICT_FORMATS, 'text'),
} as const;

type Values = OptionValues<typeof OPTIONS>;

interface Settings {
  readonly timePeriod: number;
  /** The secret of `--token-from`. */
  readonly secret?: string;
  /** The secret of `--key-from`. */
  readonly key?: string;
  readonly client?: ClientPreset;
}

const readSecretOf = (option: string, from: string | undefined): string | undefined | CommandFailure => {
  if (from === undefined) return undefined;
  const [, name] = /^env:(\w+)$/.exec(from) ?? [];
  if (name === undefined)
    return fail(
      `${option} must be env: and the name of a variable, such as env:WALL_TOKEN; ${option === '--key-from' ? 'is it the key itself?' : `found ${from}`}`,
      EXIT_USAGE,
    );
  return process.env[name] || fail(`${option}: the environment variable ${name} is empty or not set`, EXIT_USAGE);
};

const readClient = (name: string | undefined): Pick<Settings, 'client'> | CommandFailure => {
  if (name === undefined) return {};
  const client = clientPresets().get(name);
  if (client) return { client };
  const names = [...clientPresets().keys()].join(', ');
  return fail(`--client must be one of ${names}; found ${name}`, EXIT_USAGE);
};

const readSettings = (values: Values): Settings | CommandFailure => {
  const timePeriod = Number(values.period);
  if (!/^\d+(\.\d+)?$/.test(values.period))
    return fail(`--period must be a number of minutes, found ${values.period}`, EXIT_USAGE);
  const secret = readSecretOf('--token-from', values['token-from']);
  const key = readSecretOf('--key-from', values['key-from']);
  if (typeof key === 'object') return key;
  if (typeof secret === 'object') return secret;
  const client = readClient(values.client);
  if ('failure' in client) return client;
  return { timePeriod, ...(secret !== undefined && { secret }), ...(key !== undefined && { key }), ...client };
};

type Outcome = { readonly verdicts: readonly Verdict[]; readonly missing: readonly string[] } | CommandFailure;

/** Returns how an API key is sent: in the default header `x-api-key`. */
const useKey = (secret: string | undefined) =>
  secret === undefined ? {} : { key: { secret, headerWith: (key: string) => ({ 'x-api-key': key }) } };

const verifyUrl = async (
  name: string,
  given: string,
  { timePeriod, secret, key, client }: Settings,
): Promise<Outcome> => {
  const url = readUrl(given, '--url');
  if (typeof url !== 'string') return url;
  const catalogue = await loadCatalogue();
  const component = resolveComponent(name, catalogue);
  if (!component) {
    const { message, hint } = unknownComponent(name, catalogue, []);
    return fail(`--component: ${message} (${hint})`, EXIT_USAGE);
  }
  const token = { isNeeded: secret !== undefined, secret };
  const target = { ...(await loadTarget(component)), url, origins: ['*'] };
  const verdict =
    client && client.name !== PLATFORM
      ? await verifyClient({
          ...target,
          preset: client,
          settings: compileClient(client.name),
          parameters: {},
          ...useKey(key),
        })
      : await verifyEndpoint({ ...target, token, timePeriod });
  return { verdicts: [verdict], missing: [] };
};

const verifyFolder = async (values: Values, { timePeriod, secret, key, client }: Settings): Promise<Outcome> => {
  if (values.base === undefined)
    return fail('--base is missing: add it, such as --base https://wall.example.com', EXIT_USAGE);
  const base = readBase(values.base);
  if (typeof base !== 'string') return base;
  const dashboard = await loadValidDashboard(values.dashboard);
  if ('failure' in dashboard) return dashboard;
  const readSecret: ReadSecret = secret === undefined ? await createReadSecret(dashboard.folder) : () => secret;
  const verdicts = await verifyDashboard(dashboard, {
    base,
    readSecret,
    timePeriod,
    ...(client && { client }),
    ...(key !== undefined && { readKey: () => key }),
  });
  return { verdicts, missing: missingEndpoints(dashboard) };
};

const run = ({ component, url, ...values }: Values, settings: Settings): Promise<Outcome> | CommandFailure => {
  if (component === undefined && url === undefined) return verifyFolder({ component, url, ...values }, settings);
  if (component === undefined || url === undefined)
    return fail(
      'give --component and --url together, such as --component "Bar Chart" --url https://data.example.com/x',
      EXIT_USAGE,
    );
  return verifyUrl(component, url, settings);
};

export const command = defineCommand({
  options: OPTIONS,
  notes: [
    'Each endpoint must respond with status 200 within 10 s, send a body that is valid for its component and not stale, ' +
      'and allow CORS for an allowed origin. An endpoint with a token must refuse requests without a digest, with a wrong ' +
      'digest and with an old digest. Exit code 1 means that an endpoint failed.',
    'json prints { passed, endpoints: [{ endpoint?, component, url, status, ms, cache?, passed, problems: [{ check, message }] }] }.',
  ],
  run: async (values) => {
    const settings = readSettings(values);
    if ('failure' in settings) return settings;
    const outcome = await run(values, settings);
    if ('failure' in outcome) return outcome;
    const { verdicts, missing } = outcome;
    printFormat(values.format, VERDICT_FORMATS[values.format](verdicts));
    if (missing.length > 0)
      return fail(
        `Not verified, because the definition is invalid: ${missing.join(', ')}. ${commandLine('check')} says why`,
      );
    return verdicts.some(({ problems }) => problems.length > 0) ? fail('') : undefined;
  },
});
