import { defineCommand, formatOption } from '../command-line/define-command.ts';
import {
  loadValidDashboard,
  readBase,
  readTarget,
  TARGET_OPTIONS,
  type Target,
  type TargetValues,
} from '../command-line/target.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { outputOf, requireStack, stackAddressOf, withRegion } from '../deploy/aws/stacks.ts';
import { listUrls, URL_FORMATS } from '../deploy/format-urls.ts';
import { signIn } from '../deploy/sign-in.ts';
import { missingEndpoints } from '../local/session/print-endpoints.ts';
import { commandLine } from '../program/command-line.ts';
import type { CommandFailure } from '../terminal/fail.ts';
import { printError, printFormat } from '../terminal/print.ts';

const readOrigin = async ({
  base,
  ...target
}: TargetValues & { readonly base: string | undefined }): Promise<string | Target | CommandFailure> => {
  if (base === undefined) return readTarget(target);
  const named = target.stage === undefined ? undefined : await readTarget(target);
  return named && 'failure' in named ? named : readBase(base);
};

const askStack = async (dashboard: LoadedDashboard, stage: string): Promise<string | CommandFailure> => {
  const signedIn = await signIn(dashboard, stage, printError);
  if ('failure' in signedIn) return signedIn;
  return outputOf(await requireStack(stackAddressOf(dashboard, stage)), 'HttpApiUrl');
};

export const command = defineCommand({
  options: {
    ...TARGET_OPTIONS,
    base: { value: 'url', meaning: 'the beginning of the URLs; by default that of the stack' },
    format: formatOption(URL_FORMATS, 'text'),
  },
  notes: ['json prints [{ component, endpoint, url }], in the order of dashboard.yml. table is the same as text.'],
  run: async (values) => {
    const origin = await readOrigin(values);
    if (typeof origin === 'object' && 'failure' in origin) return origin;

    const dashboard = await loadValidDashboard(values.dashboard);
    if ('failure' in dashboard) return dashboard;
    const base = typeof origin === 'string' ? origin : await askStack(await withRegion(dashboard), origin.stage);
    if (typeof base !== 'string') return base;
    printFormat(values.format, URL_FORMATS[values.format](listUrls(dashboard, base)));
    const missing = missingEndpoints(dashboard);
    if (missing.length > 0)
      printError(
        `Not listed, because the definition is invalid: ${missing.join(', ')}. ${commandLine('check')} says why`,
      );
    return undefined;
  },
});
