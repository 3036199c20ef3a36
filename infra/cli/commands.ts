import type { CommandEntry, Commands } from '../command-line/define-command.ts';
import { isPackaged } from '../program/project-root.ts';

const TABLE: Readonly<Record<string, CommandEntry>> = {
  help: {
    summary: 'Lists the commands and the topics, or prints a topic or a part of it.',
    load: async () => ({ command: (await import('./help.ts')).createHelp(COMMANDS) }),
  },
  init: {
    summary: 'Creates a dashboard folder with sample data, or from your own CSV files.',
    load: () => import('./init.ts'),
  },
  start: {
    summary: 'Serves a dashboard folder on this machine, from the same package that a deployment would use.',
    load: () => import('./start.ts'),
  },
  check: {
    summary: 'Checks a dashboard folder: dashboard.yml, its SQL, and its data as the endpoints would read it.',
    load: () => import('./check.ts'),
  },
  components: {
    summary: 'Searches the components by words, and shows their columns, codes, limits and alternatives.',
    load: () => import('./components.ts'),
  },
  console: {
    summary: 'Shows every endpoint of a deployed dashboard as a picture, on this machine. Needs no AWS credentials.',
    load: () => import('./console.ts'),
  },
  import: {
    summary: 'Writes the sheets of a workbook to data/ as CSV files, and says which components they fit.',
    load: () => import('./import.ts'),
  },
  tables: {
    summary: 'Lists the databases and tables of a data lake, and proposes a dataset. Needs AWS credentials.',
    load: () => import('./tables.ts'),
  },
  query: {
    summary: 'Runs one dataset, and prints its columns, its first rows and what a query costs. Needs AWS credentials.',
    load: () => import('./query.ts'),
  },
  cost: {
    summary:
      'Estimates what a dashboard costs on AWS in a month, component by component. Needs no network and no AWS account.',
    load: () => import('./cost.ts'),
  },
  prices: {
    summary:
      'Says which public files have the prices of a region, and makes a price list of them. Needs no network and no AWS account.',
    load: () => import('./prices.ts'),
  },
  package: {
    summary: 'Writes the CloudFormation template and the zips of a dashboard. Needs no network and no credentials.',
    load: () => import('./package.ts'),
  },
  diff: {
    summary: 'Shows what a deployment would add, change, replace and remove. Needs AWS credentials; changes nothing.',
    load: () => import('./diff.ts'),
  },
  deploy: {
    summary:
      'Deploys a dashboard as a stack of its own, uploads its data, and prints its URLs. Shows first what changes. Needs AWS credentials.',
    load: () => import('./deploy.ts'),
  },
  upload: {
    summary:
      'Uploads the changed files of a dashboard’s data/ to the bucket of its stack, or to the bucket that dashboard.yml names. Needs AWS credentials.',
    load: () => import('./upload.ts'),
  },
  urls: {
    summary: 'Prints the component, name and URL of each endpoint of a deployed dashboard, ready to paste.',
    load: () => import('./urls.ts'),
  },
  protect: {
    summary:
      'Makes the database role of the functions, and protects the data, of a stack that another tool has deployed. Needs AWS credentials.',
    load: () => import('./protect.ts'),
  },
  verify: {
    summary:
      'Sends a request to every endpoint of a deployed or local dashboard, as the platform does, and lists those that do not work. Needs no AWS credentials.',
    load: () => import('./verify.ts'),
  },
  openapi: {
    summary: 'Writes an OpenAPI 3.1 document of a dashboard’s endpoints, for API clients. Needs no network.',
    load: () => import('./openapi.ts'),
  },
  prove: {
    summary:
      'Deploys a probe for an hour, asks AWS what no test can know without it, and removes everything. Costs less than a dollar. Needs AWS credentials.',
    load: () => import('./prove.ts'),
  },
  remove: {
    summary:
      'Removes the stack of a dashboard, with its data. Shows first what would be lost, and asks for confirmation. Needs AWS credentials.',
    load: () => import('./remove.ts'),
  },
  policy: {
    summary:
      'Writes an IAM policy with the permissions that a deployment needs, and a role with this policy for GitHub.',
    load: () => import('./policy.ts'),
  },
  'build:package': {
    summary: 'Compiles the sources and builds the functions for the npm package, as npm pack and npm publish do.',
    forSources: true,
    load: () => import('./build-package.ts'),
  },
  'new-shape': {
    summary: 'Creates the folder of a new shape and adds it to its family. Its tests fail until you fill it in.',
    forSources: true,
    load: () => import('./new-shape.ts'),
  },
  catalogue: {
    summary:
      'Writes the documents of the catalogue from the files of each shape, and the tables of keys from their schema.',
    forSources: true,
    load: () => import('./catalogue.ts'),
  },
  test: {
    summary: 'Runs lint, types, build and every test, and ends with a line "N passed, N failed".',
    forSources: true,
    load: () => import('./test.ts'),
  },
  'test:faults': {
    summary: 'Tests every fault of S3, the database, tokens, the shared cache, functions and clocks.',
    forSources: true,
    load: async () => ({ command: (await import('./test.ts')).faults }),
  },
  'test:fuzz': {
    summary: 'Sends generated requests, and requests for generated files and results, to the built functions.',
    forSources: true,
    load: async () => ({ command: (await import('./test.ts')).fuzz }),
  },
  'bench:cold': {
    summary: 'Measures how much longer the first response of a function takes than that of an empty handler.',
    forSources: true,
    load: async () => ({ command: (await import('./benchmarks.ts')).cold }),
  },
  'bench:warm': {
    summary: 'Measures each step of a warm request, and what a parameter and a GET add.',
    forSources: true,
    load: async () => ({ command: (await import('./benchmarks.ts')).warm }),
  },
  'bench:load': {
    summary: 'Measures the functions, the local stack and a plain Fastify server under load, and compares them.',
    forSources: true,
    load: async () => ({ command: (await import('./benchmarks.ts')).load }),
  },
  'bench:files': {
    summary:
      'Reads order lists of 1 to 100 MB with a selection, handwritten code and csv-parse, and prints time and memory.',
    forSources: true,
    load: async () => ({ command: (await import('./benchmarks.ts')).files }),
  },
  'bench:cost': {
    summary: 'Measures cost: the demo with all its savings, 50 walls of 20 endpoints, and a log of many MB.',
    forSources: true,
    load: () => import('./bench-cost.ts'),
  },
  'bench:screens': {
    summary: 'Measures the wall in a browser on four screens: pages, area, cut and covered texts, and sizes.',
    forSources: true,
    load: () => import('./bench-screens.ts'),
  },
  house: {
    summary:
      'Counts files, importers, circles of folders and the steps of a request, to compare two versions of the sources.',
    forSources: true,
    load: () => import('./house.ts'),
  },
  office: {
    summary:
      'Imports 26 kinds of office files and makes 33 first proposals, and compares their figures with the known ones.',
    forSources: true,
    load: () => import('./office.ts'),
  },
  'bench:limits': {
    summary: 'Reads the slowest and largest sources with the memory of a function and its share of a processor.',
    forSources: true,
    load: async () => ({ command: (await import('./benchmarks.ts')).limits }),
  },
  'bench:wall': {
    summary:
      'Simulates some hours of a wall, with and without a cache, and prints its calls, blank times and cost. Needs no network and no account.',
    forSources: true,
    load: () => import('./bench-wall.ts'),
  },
};

/** The npm script of a command has the same name. */
export const COMMANDS: Commands = new Map(
  Object.entries(TABLE).filter(([, { forSources }]) => !(isPackaged && forSources)),
);

/** True if the program is the npm package and the command exists only in a clone of the repository. */
export const isOnlyInClones = (name: string): boolean => !COMMANDS.has(name) && Object.hasOwn(TABLE, name);
