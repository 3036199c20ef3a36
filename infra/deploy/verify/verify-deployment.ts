import { setTimeout as delay } from 'node:timers/promises';
import { createReadSecret } from '../../client/sign-request.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { type CommandFailure, fail } from '../../terminal/fail.ts';
import { step } from '../../terminal/step.ts';
import { VERDICT_FORMATS } from './format-verdicts.ts';
import { UNKNOWN_KEY } from './verify-client.ts';
import { verifyDashboard } from './verify-dashboard.ts';
import { UNKNOWN_TOKEN, type Verdict } from './verify-endpoint.ts';

/** How long the endpoints are verified again until they work. */
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

/** Verifies the endpoints of a dashboard that was deployed a moment ago, until they work or the time is over. */
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
