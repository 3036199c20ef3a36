import { loadValidators } from '../../build/bundling/validators.ts';
import { loadCatalogue } from '../../build/catalogue/load-catalogue.ts';
import type { ReadSecret } from '../../client/sign-request.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/definition/load-dashboard.ts';
import { type RefusedEndpoint, refusedEndpoints } from '../../dashboard/definition/refusals.ts';
import { type Component, resolveComponent } from '../../dashboard/endpoints/resolve-component.ts';
import { type Verdict, type VerifyTarget, verifyEndpoint } from './verify-endpoint.ts';

/** Maximum number of parallel requests: few enough for the throttle of any dashboard. */
const MAX_PARALLEL = 4;

type FamilyValidators = Awaited<ReturnType<typeof loadValidators>>;

const useToken = ({ config: { tokens, maxSkew } }: LoadedEndpoint, readSecret: ReadSecret) => ({
  isNeeded: tokens.length > 0,
  secret: tokens.map(readSecret).find((secret) => secret !== undefined),
  maxSkew,
});

type ComponentTarget = Pick<VerifyTarget, 'component' | 'validate'>;

/** Returns a component with the compiled schema of its body. */
const targetOf = (component: Component, validators: FamilyValidators): ComponentTarget => {
  const { family, shape } = component;
  const validate = validators[family]?.[shape.name];
  if (!validate) throw new Error(`${family} has no schema for ${shape.name}`);
  return { component, validate };
};

/** Loads the compiled schema of a component's body. */
export const loadTarget = async (component: Component): Promise<ComponentTarget> =>
  targetOf(component, await loadValidators([component.family]));

export interface VerifySettings {
  /** The beginning of the URLs, without a slash at its end. */
  readonly base: string;
  readonly readSecret: ReadSecret;
  /** Length of the time window in minutes. */
  readonly timePeriod: number;
  /** Called after each endpoint. */
  readonly onVerdict?: (verdict: Verdict) => void;
}

/** Returns the verdict of an endpoint that is not served, which the local stack answers with the same sentence. */
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
 * Verifies every endpoint of a dashboard at an address. Returns the verdicts in the order of the dashboard file, and then
 * those of endpoints whose definition is invalid.
 */
export const verifyDashboard = async (
  dashboard: LoadedDashboard,
  { base, readSecret, timePeriod, onVerdict }: VerifySettings,
): Promise<readonly Verdict[]> => {
  const { endpoints, origins } = dashboard;
  const catalogue = await loadCatalogue();
  const validators = await loadValidators([...new Set(endpoints.map(({ family }) => family))]);
  const verdicts: Verdict[] = [];
  const waiting = [...endpoints.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, endpoint] = next;
      const component = resolveComponent(endpoint.component, catalogue);
      if (!component) throw new Error(`the catalogue has no component ${endpoint.component}`);
      const verdict = await verifyEndpoint({
        ...targetOf(component, validators),
        endpoint: endpoint.slug,
        url: base + encodeURI(endpoint.path),
        token: useToken(endpoint, readSecret),
        origins,
        timePeriod,
      });
      verdicts[index] = verdict;
      onVerdict?.(verdict);
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, work));
  return [...verdicts, ...refusedEndpoints(dashboard).map((one) => refusedVerdict(one, base))];
};
