import { cpSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildFunctions } from '../../../../infra/build/bundling/build-functions.ts';
import type { DashboardConfig } from '../../../../shared/config/dashboard-config.ts';
import { canaries } from './canaries.ts';
import type { PlannedEndpoint } from './plan-endpoints.ts';

/** As Lambda unpacks them: one folder for each family, with its bundle and dashboard.json. */
export interface WrittenFunctions {
  readonly folder: string;
  readonly families: readonly string[];
  readonly secrets: string;
  readonly timezoneOf: (family: string) => string;
  remove(): Promise<void>;
}

const TIMEZONES = ['UTC', 'Asia/Shanghai', 'America/New_York', 'Australia/Lord_Howe', 'Europe/Berlin'];

const SECRETS = `/canary/token: ${canaries.token}\n/canary/next: ${canaries.nextToken}\n`;

/** Copies the built bundles, each with the endpoints of its family. */
export const writeFunctions = async (endpoints: readonly PlannedEndpoint[]): Promise<WrittenFunctions> => {
  const { folder: bundles, families } = await buildFunctions();
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-fuzz-'));
  const timezoneOf = (family: string) => TIMEZONES[families.indexOf(family) % TIMEZONES.length] ?? 'UTC';
  for (const family of families) {
    const config: DashboardConfig = {
      dashboard: 'fuzz',
      family,
      version: '1',
      timezone: timezoneOf(family),
      endpoints: Object.fromEntries(
        endpoints
          .filter((endpoint) => endpoint.family === family)
          .map(({ slug, config: endpoint }) => [slug, endpoint]),
      ),
    };
    cpSync(join(bundles, family), join(folder, family), { recursive: true });
    await writeFile(join(folder, family, 'dashboard.json'), JSON.stringify(config));
  }
  const secrets = join(folder, '.secrets.yml');
  await writeFile(secrets, SECRETS);
  return { folder, families, secrets, timezoneOf, remove: () => rm(folder, { recursive: true }) };
};
