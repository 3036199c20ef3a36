import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import { parseSecrets } from '../../../infra/dashboard/head/secrets.ts';
import { type ChangeTimes, createDeadline } from '../../../shared/aws/deadline.ts';
import { rehearse } from '../../../shared/aws/rehearsal.ts';
import { bindSource } from '../../../shared/datasets/bind-source.ts';
import { slotOf } from '../../../shared/datasets/slot.ts';
import type { ReadRows, SourceSlot } from '../../../shared/kinds/source-kind.ts';
import { UNLIMITED } from '../../../shared/limits/budget.ts';
import type { RequestWindow } from '../../../shared/sources/rds-data.ts';
import { writeFolder } from '../folders/write-folder.ts';

/** 2026-11-20 08:00 in UTC. */
export const NOW = Date.UTC(2026, 10, 20, 8);

export interface BoundTestDataset {
  readonly read: ReadRows;
  readonly slot: SourceSlot;
  readonly secrets: Readonly<Record<string, string>>;
}

/** Returns the only dataset of `yml`, which needs no endpoint. */
export const bindDataset = async (
  yml: string,
  files: Readonly<Record<string, string>> = {},
  window: RequestWindow = { currentTime: NOW, timePeriod: 60 },
  now = NOW,
): Promise<BoundTestDataset> => {
  const folder = await writeFolder({ 'dashboard.yml': yml, ...files });
  const { datasets, timezone, errors } = await loadDashboard(folder);
  const [dataset] = Object.values(datasets);
  if (!dataset) throw new Error(errors.map(({ message, hint }) => `${message} (${hint})`).join('\n'));
  const slot = slotOf(dataset.config, window, { now, timezone });
  const secrets = files['.secrets.yml'] ? parseSecrets(readFileSync(join(folder, '.secrets.yml'), 'utf8')).values : {};
  return { read: bindSource(dataset.config, timezone), slot, secrets };
};

/** The parameter store answers with the secrets. */
export const readRows = async (
  { read, slot, secrets }: BoundTestDataset,
  { seconds = 20, changes }: { readonly seconds?: number; readonly changes?: ChangeTimes } = {},
) => {
  const deadline = { ...createDeadline(performance.now() + seconds * 1000), ...(changes && { changes }) };
  const limits = { deadline, budget: UNLIMITED, objects: undefined, hasStale: false };
  const found = await rehearse(
    ({ body }) => {
      const { Name } = JSON.parse(String(body));
      const value = secrets[Name];
      return value === undefined
        ? { status: 400, body: JSON.stringify({ __type: 'ParameterNotFound' }) }
        : { status: 200, body: JSON.stringify({ Parameter: { Name, Value: value } }) };
    },
    () => read(slot, undefined, limits),
  );
  if ('fault' in found) throw found.fault;
  const { header, columns, length } = found.rows;
  return { header, rows: Array.from({ length }, (_, row) => columns.map((cells) => cells[row] ?? null)) };
};
