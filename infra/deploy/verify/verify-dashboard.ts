import { setTimeout as delay } from 'node:timers/promises';
import { loadValidators } from '../../build/bundling/validators.ts';
import { loadCatalogue } from '../../build/catalogue/load-catalogue.ts';
import { createReadSecret, keyHeader, keyOf, type ReadSecret, type SentParameters } from '../../client/send-request.ts';
import {
  type ClientPreset,
  type ClientSettings,
  clientPresets,
  compileClient,
  configOfClient,
  PLATFORM,
} from '../../dashboard/clients/read-client.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/definition/load-dashboard.ts';
import { type RefusedEndpoint, refusedEndpoints } from '../../dashboard/definition/refusals.ts';
import { type Component, resolveComponent } from '../../dashboard/endpoints/resolve-component.ts';
import { requiredValues } from '../../dashboard/parameters/compile-parameters.ts';
import { type CommandFailure, fail } from '../../terminal/fail.ts';
import { step } from '../../terminal/print.ts';
import { VERDICT_FORMATS, type Verdict } from './verdicts.ts';
import { UNKNOWN_KEY, verifyClient } from './verify-client.ts';
import { UNKNOWN_TOKEN, type VerifyTarget, verifyEndpoint } from './verify-endpoint.ts';

/** Maximum number of parallel requests: few enough for the throttle of any dashboard. */
const MAX_PARALLEL = 4;

type FamilyValidators = Awaited<ReturnType<typeof loadValidators>>;

const useToken = ({ config: { tokens, maxSkew } }: LoadedEndpoint, readSecret: ReadSecret) => ({
  isNeeded: tokens.length > 0,
  names: tokens.map(({ name }) => name),
  secret: tokens.map(readSecret).find((secret) => secret !== undefined),
  maxSkew,
});

const useKey = ({ config }: LoadedEndpoint, readSecret: ReadSecret) =>
  config.apiKey
    ? { key: { headerWith: (key: string) => keyHeader(config, key), secret: keyOf(config, readSecret) } }
    : {};

type ComponentTarget = Pick<VerifyTarget, 'component' | 'validate'>;

const targetOf = (component: Component, validators: FamilyValidators): ComponentTarget => {
  const { family, shape } = component;
  const validate = validators[family]?.[shape.name];
  if (!validate) throw new Error(`${family} has no schema for ${shape.name}`);
  return { component, validate };
};

export const loadTarget = async (component: Component): Promise<ComponentTarget> =>
  targetOf(component, await loadValidators([component.family]));

export interface VerifySettings {
  /** Without a slash at its end. */
  readonly base: string;
  readonly readSecret: ReadSecret;
  readonly readKey?: ReadSecret;
  /** Minutes. */
  readonly timePeriod: number;
  /** By default, each endpoint gets the requests of its own front end. */
  readonly client?: ClientPreset;
  readonly onVerdict?: (verdict: Verdict) => void;
}

const clientFor = ({ client: own }: LoadedEndpoint, client: ClientPreset | undefined) => {
  const preset = client ?? clientPresets().get(own?.name ?? PLATFORM);
  if (!preset) throw new Error(`no client is called ${own?.name}`);
  return { preset, settings: own && !client ? own : compileClient(preset.name) };
};

const requiredOf = ({ period }: ClientSettings, timePeriod: number): SentParameters =>
  period === undefined ? { currentTime: Date.now(), timePeriod } : {};

/**
 * Returns the verdict of an endpoint whose definition is invalid. The local stack responds to requests for it with the
 * same sentence.
 */
const refusedVerdict = ({ slug, component, path, error }: RefusedEndpoint, base: string): Verdict => {
  const hint = error.details[0]?.hint;
  const message = hint === undefined ? error.message : `${error.message} (${hint})`;
  return {
    endpoint: slug,
    component,
    url: base + encodeURI(path),
    status: 0,
    ms: 0,
    problems: [{ check: 'status', message: `${component} '${slug}': ${message}` }],
  };
};

/**
 * Verifies every endpoint of a dashboard at an address. Returns the verdicts in the order of the dashboard file, and
 * then those of endpoints whose definition is invalid.
 */
export const verifyDashboard = async (
  dashboard: LoadedDashboard,
  { base, readSecret, readKey, timePeriod, client, onVerdict }: VerifySettings,
): Promise<readonly Verdict[]> => {
  const { endpoints, origins, region } = dashboard;
  const catalogue = await loadCatalogue();
  const validators = await loadValidators([...new Set(endpoints.map(({ family }) => family))]);
  const verdicts: Verdict[] = [];
  const waiting = [...endpoints.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, endpoint] = next;
      const component = resolveComponent(endpoint.component, catalogue);
      if (!component) throw new Error(`the catalogue has no component ${endpoint.component}`);
      const target = {
        ...targetOf(component, validators),
        endpoint: endpoint.slug,
        url: base + encodeURI(endpoint.path),
        origins,
        region,
      };
      const parameters = requiredValues(endpoint.config.parameters);
      const { preset, settings } = clientFor(endpoint, client);
      const verdict =
        preset.name === PLATFORM && !configOfClient(settings) && !endpoint.config.apiKey
          ? await verifyEndpoint({ ...target, token: useToken(endpoint, readSecret), timePeriod, parameters })
          : await verifyClient({
              ...target,
              preset,
              settings,
              parameters: { ...requiredOf(settings, timePeriod), ...parameters },
              ...useKey(endpoint, readKey ?? readSecret),
            });
      verdicts[index] = verdict;
      onVerdict?.(verdict);
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, work));
  return [...verdicts, ...refusedEndpoints(dashboard).map((one) => refusedVerdict(one, base))];
};

export interface Verification {
  readonly maxWaitMs: number;
  readonly pauseMs: number;
}

/** A new role, a paused database and a new domain need some time. */
export const VERIFICATION: Verification = { maxWaitMs: 60_000, pauseMs: 5_000 };

const TIME_PERIOD_MINUTES = 30;

/** Judges an endpoint whose token is not on this machine only by its refusal of unsigned requests. */
const withoutUnknownTokens = (verdict: Verdict): Verdict => ({
  ...verdict,
  problems: verdict.problems.filter(({ message }) => message !== UNKNOWN_TOKEN && message !== UNKNOWN_KEY),
});

const hasFailed = ({ problems }: Verdict): boolean => problems.length > 0;

export const verifyDeployment = async (
  dashboard: LoadedDashboard,
  base: string,
  { maxWaitMs, pauseMs }: Verification,
  print: (text: string) => void,
): Promise<CommandFailure | undefined> => {
  const readSecret = await createReadSecret(dashboard.folder);
  const verify = async (): Promise<readonly Verdict[]> =>
    (await verifyDashboard(dashboard, { base, readSecret, timePeriod: TIME_PERIOD_MINUTES })).map(withoutUnknownTokens);
  const endsAt = performance.now() + maxWaitMs;
  const verdicts = await step('Verifying the endpoints', async () => {
    for (;;) {
      const found = await verify();
      if (!found.some(hasFailed) || performance.now() + pauseMs > endsAt) return found;
      await delay(pauseMs);
    }
  });
  const failed = verdicts.filter(hasFailed);
  if (failed.length === 0) return undefined;
  print(`\n${VERDICT_FORMATS.text(failed)}`);
  const names = failed.map(({ endpoint, component }) => endpoint ?? component);
  return fail(`The dashboard is deployed, but these endpoints do not work: ${names.join(', ')}`);
};
