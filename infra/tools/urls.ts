import { requireCredentials } from './aws/require-credentials.ts';
import { outputOf, requireStack, type StackAddress } from './aws/stacks.ts';
import { resolveDashboardFolder } from './dashboard/dashboard-folder.ts';
import { loadDashboard } from './dashboard/load-dashboard.ts';
import { stackOf } from './deployment/stack-of.ts';
import { readTarget, TARGET_OPTIONS, type Target } from './deployment/target.ts';
import { withRegion } from './deployment/with-region.ts';
import type { Command } from './read-options.ts';
import { type CommandFailure, type CommandValues, fail, runCommand } from './run-command.ts';
import { missingEndpoints } from './start/format-endpoints.ts';
import { listUrls, URL_FORMATS } from './urls/format-urls.ts';

const COMMAND: Command = {
  name: 'npm run urls',
  purpose: 'Prints component, endpoint and URL of a deployed dashboard, ready to paste.',
  options: {
    ...TARGET_OPTIONS,
    base: { type: 'string', value: 'url', meaning: 'what the URLs begin with, without asking the stack' },
    format: { type: 'string', value: 'form', meaning: Object.keys(URL_FORMATS).join(', '), default: 'table' },
  },
};

const readBase = (base: string): string | CommandFailure =>
  URL.canParse(base) && /^https?:$/.test(new URL(base).protocol)
    ? base
    : fail(`--base is a URL such as https://wall.example.com, found ${base}`, 2);

/** What the URLs begin with: as it is given, or of the stack in a stage. */
const readOrigin = (values: CommandValues): string | Target | CommandFailure =>
  typeof values.base === 'string' ? readBase(values.base) : readTarget(values);

const askStack = async (address: StackAddress): Promise<string> => {
  await requireCredentials(address.region);
  return outputOf(await requireStack(address), 'HttpApiUrl');
};

await runCommand(COMMAND, async (values) => {
  const format = URL_FORMATS[String(values.format)];
  if (!format) return fail(`--format is ${COMMAND.options.format?.meaning}; found ${values.format}`, 2);
  const origin = readOrigin(values);
  if (typeof origin === 'object' && 'failure' in origin) return origin;

  const { path, nameOf } = resolveDashboardFolder(values.dashboard);
  const dashboard = await loadDashboard(path);
  if (dashboard.endpoints.length === 0) return fail(`No endpoint of ${nameOf(path)} is right: npm run check says why`);
  const base = typeof origin === 'string' ? origin : await askStack(stackOf(await withRegion(dashboard), origin.stage));
  console.log(format(listUrls(dashboard, base)));
  const missing = missingEndpoints(dashboard);
  if (missing.length > 0) console.error(`Not listed until they are right (npm run check): ${missing.join(', ')}`);
  return undefined;
});
