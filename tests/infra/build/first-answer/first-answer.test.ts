import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { bundleFunction } from '../../../../infra/build/bundling/build-function.ts';
import { buildFunctions } from '../../../../infra/build/bundling/build-functions.ts';
import { collectSamples } from '../../../../infra/build/bundling/collect-samples.ts';
import { projectRoot } from '../../../../infra/program/project-root.ts';
import type { DashboardConfig } from '../../../../shared/config/dashboard-config.ts';
import { createRehearsedServices } from '../../../../shared/function/rehearse-endpoints.ts';
import { dashboardOf, type Kind } from '../../../support/bundle/endpoints-of-family.ts';
import { type Loaded, runBundle, variablesFor } from '../../../support/bundle/run-bundle.ts';
import { type Services, startServices } from '../../../support/cloud/start-services.ts';

/** The budget of a function: what it may load before its first answer, in bytes and in files of its zip. */
interface Budget {
  readonly initBytes: number;
  readonly initFiles: number;
  readonly requestBytes: number;
  /** Sources that this function loads and the function of one CSV endpoint does not. */
  readonly modules: readonly string[];
}

interface Budgets {
  readonly functions: Readonly<Record<string, Budget>>;
  /** The number of calls of functions in each file, for requests that should be cheap. */
  readonly calls: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const TABLE = 'tests/infra/build/first-answer/budgets.json';
const budgets: Budgets = JSON.parse(readFileSync(join(projectRoot, TABLE), 'utf8'));

const PLAIN = 'one CSV endpoint';
/** The family with the most shapes. */
const LARGEST = 'metric';

interface Subject {
  readonly family: string;
  readonly kind: Kind;
  /** Leaves only the endpoint of one shape. */
  readonly shape?: string;
  readonly change?: (config: DashboardConfig) => DashboardConfig;
}

const selecting = (config: DashboardConfig): DashboardConfig => {
  const endpoints = Object.entries(config.endpoints).map(([slug, endpoint]) => {
    const tables = Object.entries(endpoint.tables).map(([name, source]) => [name, { ...source, selection: {} }]);
    return [slug, { ...endpoint, tables: Object.fromEntries(tables) }];
  });
  return { ...config, endpoints: Object.fromEntries(endpoints) };
};

const PIE = { family: 'pie', shape: '3d-pie-chart' } as const;
const SUBJECTS: Readonly<Record<string, Subject>> = {
  [PLAIN]: { ...PIE, kind: 'csv' },
  'one SQL endpoint': { ...PIE, kind: 'sql' },
  'one CSV endpoint with a token': { ...PIE, kind: 'token' },
  'one CSV endpoint with a selection': { ...PIE, kind: 'csv', change: selecting },
  'one endpoint over a dataset': { ...PIE, kind: 'csvDataset' },
  [`all shapes of the family ${LARGEST}`]: { family: LARGEST, kind: 'csv' },
};

const configOf = async ({ family, kind, shape, change = (config) => config }: Subject): Promise<DashboardConfig> => {
  const config = await dashboardOf(family, [kind]);
  const endpoints = Object.entries(config.endpoints).filter(([, one]) => shape === undefined || one.shape === shape);
  return change({ ...config, endpoints: Object.fromEntries(endpoints) });
};

const serveSamples = async (family: string, shape: string): Promise<Services> => {
  const { samples } = await collectSamples(family);
  const [cells = []] = Object.values(samples[shape]?.tables ?? {});
  const tables = new Map([
    ['data/table.csv', cells],
    ['select 1', cells],
  ]);
  return startServices(createRehearsedServices({ tables, documents: new Map() }));
};

type Bundle = Awaited<ReturnType<typeof bundleFunction>>;

interface Measured {
  readonly initBytes: number;
  readonly initFiles: number;
  readonly requestBytes: number;
  readonly modules: readonly string[];
  readonly bundle: Bundle;
}

const bytesOf = (folder: string, { paths }: Loaded): number =>
  paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);

const measure = async (subject: Subject): Promise<Measured> => {
  const { family } = subject;
  const { folder } = await buildFunctions({ families: [family] });
  const [bundle, config] = await Promise.all([bundleFunction(family), configOf(subject)]);
  const [[slug, endpoint] = ['', { shape: '' }]] = Object.entries(config.endpoints);
  const services = await serveSamples(family, endpoint.shape);
  try {
    const run = await runBundle({
      bundle: join(folder, family),
      config,
      environment: variablesFor(services.url),
      slug,
    });
    const [initBytes, all] = [run.init, run.request ?? run.init].map((one) => bytesOf(join(folder, family), one));
    const modules = new Set(run.init.paths.flatMap((path) => bundle.contents.get(path) ?? []));
    return {
      initBytes: initBytes ?? 0,
      initFiles: run.init.paths.length,
      requestBytes: (all ?? 0) - (initBytes ?? 0),
      modules: [...modules].sort(),
      bundle,
    };
  } finally {
    services.close();
  }
};

const measured: Record<string, Measured> = {};
beforeAll(async () => {
  for (const [name, subject] of Object.entries(SUBJECTS)) measured[name] = await measure(subject);
});

const sayImporter = (module: string, { modules, bundle }: Measured): string => {
  const importers = modules.filter((one) => bundle.imports.get(one)?.includes(module));
  return `${module} is loaded: imported by ${importers.slice(0, 3).join(', ') || 'no source of its own'}`;
};

const EXPLANATION = `If this is meant, write the new figure into ${TABLE}`;

describe.each(Object.keys(SUBJECTS))('the function of %s', (name) => {
  const budget = budgets.functions[name] as Budget;
  const known = new Set([...(budgets.functions[PLAIN]?.modules ?? []), ...budget.modules]);

  test('INIT loads only the modules of its budget', () => {
    const one = measured[name] as Measured;
    const added = one.modules.filter((module) => !known.has(module));
    expect(added.map((module) => `${sayImporter(module, one)}. ${EXPLANATION}`)).toEqual([]);
  });

  test('INIT loads at most the bytes and files of its budget, and the first request loads nothing more', () => {
    const { initBytes, initFiles, requestBytes } = measured[name] as Measured;
    const exceeded = Object.entries({ initBytes, initFiles, requestBytes }).filter(
      ([figure, value]) => value > budget[figure as 'initBytes'],
    );
    expect(exceeded.map(([figure, value]) => `${figure} is ${value}. ${EXPLANATION}`)).toEqual([]);
  });
});

test('a function loads no shape that its dashboard does not have', () => {
  const shapes = measured[PLAIN]?.modules.filter((module) =>
    /^schemas\/.*\/shape\.ts$|^dist\/validators\/pie\//.test(module),
  );
  expect(shapes).toEqual(['dist/validators/pie/3d-pie-chart.js', 'schemas/pie/3d-pie-chart/shape.ts']);
});

describe.each([
  ['hit', 'is answered from the cache'],
  ['revalidated', 'finds its file unchanged'],
])('a request of the kind %s, which %s', (scenario) => {
  test('the request calls no function more often than its budget says', () => {
    const program = join(projectRoot, 'infra/lab/house/trace-request.mjs');
    const output = execFileSync(process.execPath, ['--no-warnings', program, projectRoot, scenario]);
    const { statusCode, calls } = JSON.parse(output.toString()) as {
      statusCode: number;
      calls: Record<string, number>;
    };
    expect(statusCode).toBe(200);
    const allowed = budgets.calls[scenario] ?? {};
    const exceeded = Object.entries(calls).filter(([file, count]) => count > (allowed[file] ?? 0));
    expect(exceeded.map(([file, count]) => `${count} calls of functions in ${file}. ${EXPLANATION}`)).toEqual([]);
  });
});
