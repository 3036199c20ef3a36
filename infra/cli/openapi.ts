import { readFile } from 'node:fs/promises';
import { defineCommand } from '../command-line/define-command.ts';
import { DASHBOARD_OPTION, loadValidDashboard, readBase } from '../command-line/target.ts';
import { missingEndpoints } from '../local/session/print-endpoints.ts';
import { describeApi } from '../openapi/describe-api.ts';
import { commandLine } from '../program/command-line.ts';
import { programPath } from '../program/program-files.ts';
import { fail } from '../terminal/fail.ts';

const LOCAL = { url: 'http://127.0.0.1:3000', description: `The local stack: ${commandLine('start')}` };

/** The line that writes the document to a file. Without `--silent`, npm would write two lines of its own before it. */
const TO_FILE = `${commandLine('openapi').replace('npm run', 'npm run --silent')} > openapi.json`;

const readVersion = async (): Promise<string> => JSON.parse(await readFile(programPath('manifest'), 'utf8')).version;

export const command = defineCommand({
  options: {
    dashboard: DASHBOARD_OPTION,
    base: { value: 'url', meaning: 'the beginning of the deployed URLs; by default that of the local stack' },
  },
  notes: [`Prints JSON to standard output: ${TO_FILE}. API clients import that file.`],
  run: async (values) => {
    const base = values.base === undefined ? undefined : readBase(values.base);
    if (typeof base === 'object') return base;
    const dashboard = await loadValidDashboard(values.dashboard);
    if ('failure' in dashboard) return dashboard;
    const address = base === undefined ? LOCAL : { url: base };
    console.log(JSON.stringify(await describeApi(dashboard, address, await readVersion()), null, 2));
    const missing = missingEndpoints(dashboard);
    if (missing.length === 0) return undefined;
    const names = missing.join(', ');
    return fail(`Left out, because the definition is invalid: ${names}. ${commandLine('check')} says why`);
  },
});
