import { setTimeout as delay } from 'node:timers/promises';
import { createReadSecret } from '../../client/sign-request.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { type CommandFailure, fail } from '../../terminal/fail.ts';
import { step } from '../../terminal/step.ts';
import { VERDICT_FORMATS } from './format-verdicts.ts';
import { verifyDashboard } from './verify-dashboard.ts';
import { UNKNOWN_TOKEN, type Verdict } from './verify-endpoint.ts';

/** A new role, a paused database and a new domain need some time. */
const MAX_WAIT_MS = 60_000;
const PAUSE_MS = 5_000;
const TIME_PERIOD_MINUTES = 30;

/** Judges an endpoint whose token is not on this machine only by its refusal of unsigned requests. */
const withoutUnknownTokens = (verdict: Verdict): Verdict => ({
  ...verdict,
  problems: verdict.problems.filter(({ message }) => message !== UNKNOWN_TOKEN),
});

const hasFailed = ({ problems }: Verdict): boolean => problems.length > 0;

/** Verifies the endpoints of a dashboard that was deployed a moment ago, for up to a minute. */
export const verifyDeployment = async (
  dashboard: LoadedDashboard,
  base: string,
  print: (text: string) => void,
): Promise<CommandFailure | undefined> => {
  const readSecret = await createReadSecret(dashboard.folder);
  const verify = async (): Promise<readonly Verdict[]> =>
    (await verifyDashboard(dashboard, { base, readSecret, timePeriod: TIME_PERIOD_MINUTES })).map(withoutUnknownTokens);
  const endsAt = performance.now() + MAX_WAIT_MS;
  const verdicts = await step('Verifying the endpoints', async () => {
    for (;;) {
      const found = await verify();
      if (!found.some(hasFailed) || performance.now() + PAUSE_MS > endsAt) return found;
      await delay(PAUSE_MS);
    }
  });
  const failed = verdicts.filter(hasFailed);
  if (failed.length === 0) return undefined;
  print(`\n${VERDICT_FORMATS.text(failed)}`);
  const names = failed.map(({ endpoint, component }) => endpoint ?? component);
  return fail(`The dashboard is deployed, but these endpoints do not work: ${names.join(', ')}`);
};
