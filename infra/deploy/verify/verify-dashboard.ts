import { loadCatalogue } from '../../build/load-catalogue.ts';
import { loadValidators } from '../../build/validators.ts';
import type { LoadedDashboard, LoadedEndpoint } from '../../dashboard/load-dashboard.ts';
import { type Component, resolveComponent } from '../../dashboard/resolve-component.ts';
import type { ReadSecret } from '../../local/client/read-secret.ts';
import { type Verdict, verifyEndpoint } from './verify-endpoint.ts';
import type { VerifyTarget } from './verify-target.ts';

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

/** Verifies every endpoint of a dashboard at an address. Returns the verdicts in the order of the dashboard file. */
export const verifyDashboard = async (
  { endpoints, origins }: LoadedDashboard,
  { base, readSecret, timePeriod, onVerdict }: VerifySettings,
): Promise<readonly Verdict[]> => {
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
  return verdicts;
};
