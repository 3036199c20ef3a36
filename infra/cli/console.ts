import { once } from 'node:events';
import { defineCommand } from '../command-line/define-command.ts';
import { DASHBOARD_OPTION, loadValidDashboard, readBase } from '../command-line/target.ts';
import { openInBrowser, serveConsole } from '../console/helper/serve-console.ts';
import { createDeployedHost } from '../console/protocol/console-host.ts';
import { createEndSignal } from '../local/server/local-server.ts';
import { commandLine } from '../program/command-line.ts';
import { EXIT_USAGE, fail } from '../terminal/fail.ts';
import { print } from '../terminal/print.ts';

const BASE_MISSING = `--base is missing: add it, such as --base https://wall.example.com. For a local dashboard, ${commandLine('start')} serves the console`;

export const command = defineCommand({
  options: {
    base: { value: 'url', meaning: 'the beginning of the deployed URLs, such as https://wall.example.com' },
    dashboard: DASHBOARD_OPTION,
    open: { meaning: 'opens the page in the browser' },
  },
  notes: ['Paste the token into the page. The command keeps the token in memory only, and signs the requests with it.'],
  run: async ({ base: given, dashboard: named, open }) => {
    if (given === undefined) return fail(BASE_MISSING, EXIT_USAGE);
    const base = readBase(given);
    if (typeof base !== 'string') return base;
    const dashboard = await loadValidDashboard(named);
    if ('failure' in dashboard) return dashboard;
    const signal = createEndSignal();
    const page = await serveConsole(createDeployedHost(dashboard, base));
    print(`Console  ${page.url}`);
    if (open) openInBrowser(page.url);
    if (!signal.aborted) await once(signal, 'abort');
    await page.close();
    return undefined;
  },
});
