import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'aws-lambda';
import { loadValidators } from '../../../infra/build/bundling/validators.ts';
import { loadCatalogue } from '../../../infra/build/catalogue/load-catalogue.ts';
import type { CheckedDashboard } from '../../../infra/dashboard/check-dashboard.ts';
import { findSeeds } from '../../../infra/dashboard/sql/read-seeds.ts';
import { startDataApi } from '../../../infra/local/emulators/rds-data/start-data-api.ts';
import { startObjectStore } from '../../../infra/local/emulators/s3.ts';
import { projectRoot } from '../../../infra/program/project-root.ts';
import type { DashboardConfig } from '../../../shared/config/dashboard-config.ts';
import { createEvent } from './create-event.ts';

interface Block {
  readonly language: string | undefined;
  readonly file: string | undefined;
  readonly text: string;
}

/** Reads a page with examples. Returns its text, its code blocks, and the files of data/ among them. */
export const readPage = (path: string) => {
  const page = readFileSync(join(projectRoot, path), 'utf8');
  const blocks: readonly Block[] = Array.from(
    page.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```/gms),
    ([, language, file, text = '']) => ({ language, file, text }),
  );
  const files = Object.fromEntries(blocks.flatMap(({ file, text }) => (file ? [[`data/${file}`, text] as const] : [])));
  return { page, blocks, files };
};

interface PageRequest {
  readonly currentTime: number;
  readonly timePeriod: number;
}

const startDatabase = async (folder: string) => {
  const seeds = await findSeeds(folder);
  if (seeds.length === 0) return undefined;
  const database = await startDataApi({ seeds });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_RDS_DATA: database.url,
    WALLFEED_CLUSTER_ARN: 'arn:aws:rds:us-east-1:000000000000:cluster:wall',
    WALLFEED_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:wall',
    WALLFEED_DATABASE: 'wallfeed',
  });
  return database;
};

export const serveExamples = async (
  folder: string,
  { dashboard: { endpoints, datasets, timezone } }: CheckedDashboard,
  { currentTime, timePeriod }: PageRequest,
) => {
  const store = await startObjectStore({ bucket: 'wall', dashboard: 'wall', data: join(folder, 'data') });
  const database = await startDatabase(folder);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    WALLFEED_BUCKET: 'wall',
  });
  const { createHandler } = await import('../../../shared/middleware/create-handler.ts');
  const shapes = (await loadCatalogue()).map(({ shape }) => shape);
  const validators = Object.assign({}, ...Object.values(await loadValidators()));
  const config: DashboardConfig = {
    dashboard: 'wall',
    family: 'all',
    version: 'one',
    timezone,
    datasets: Object.fromEntries(Object.entries(datasets).map(([name, { config: one }]) => [name, one])),
    endpoints: Object.fromEntries(endpoints.map(({ slug, config: one }) => [slug, one])),
  };
  const handler = createHandler({ shapes, validators, config });
  const respond = async (slug: string): Promise<unknown> => {
    const query = `currentTime=${currentTime}&timePeriod=${timePeriod}`;
    const context = { awsRequestId: 'request-1', functionName: 'wall' } as Context;
    const response = await handler(createEvent({ endpoint: slug, query }), context);
    return JSON.parse(response.body ?? '');
  };
  const close = async (): Promise<void> => {
    await Promise.all([store.close(), database?.close()]);
  };
  return { respond, refresh: () => store.refresh(), close };
};
