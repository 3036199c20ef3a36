import { join, resolve } from 'node:path';
import type { EndpointConfig } from '../../shared/config/dashboard-config.ts';
import { loadCatalogue } from '../build/load-catalogue.ts';
import { type CheckedEndpoint, checkEndpoint, type EndpointContext } from './check-endpoint.ts';
import { checkHead, compileHead, type DashboardHead, deadlineOf } from './check-head.ts';
import { checkPaths } from './check-paths.ts';
import { checkSchema } from './check-schema.ts';
import { skewWarnings } from './check-skew.ts';
import { type Fault, splitWarnings } from './fault.ts';
import { type Finding, isDefined, isWarning } from './finding.ts';
import { shownName } from './name-words.ts';
import { FILE_NAME, readDashboardFile } from './read-dashboard-file.ts';
import { type Path, type Position, readYaml, type YamlFile } from './read-yaml.ts';
import type { Catalogue } from './resolve-component.ts';
import { environmentTokens } from './tokens.ts';

/** An endpoint whose definition is right. */
export interface LoadedEndpoint {
  readonly slug: string;
  readonly family: string;
  readonly component: string;
  /** The address: `/pie/traffic-share`, or its own. */
  readonly path: string;
  /** For a table: `csv traffic.csv`, `sql`, `json x.json`. */
  readonly source: string;
  readonly config: EndpointConfig;
}

/** A dashboard folder, read and checked but for its data. */
export interface LoadedDashboard extends DashboardHead {
  /** Absolute. */
  readonly folder: string;
  readonly endpoints: readonly LoadedEndpoint[];
  /** Every endpoint of the file, right or not. */
  readonly checked: readonly CheckedEndpoint[];
  readonly faults: readonly Fault[];
  readonly warnings: readonly Fault[];
  /** In words, what keeps even right endpoints from being served: `the key timezone`. */
  readonly blockedBy: readonly string[];
  /** The dashboard's own keys that are faulty, and without which it is served. */
  readonly replaced: readonly string[];
  /** What is right in the stage `local` alone: tokens from the environment, which packaging would put into the template. */
  readonly localOnly: readonly Fault[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Keys whose faults leave the endpoints what they are. */
const HARMLESS = new Set<unknown>(
  'description region cache stale origins memory concurrency throttle bucket key budget hours watch alarms domain endpoints'.split(
    ' ',
  ),
);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOfHead = ({ path }: Finding): boolean => path[0] !== 'endpoints' || path.length < 2;

const positionIn = (text: string, index: number): Position => {
  const lines = text.slice(0, index).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};

const placeOf = ({ path, part, index, file }: Finding, yaml: YamlFile): Position => {
  if (file) return positionIn(file.text, index ?? 0);
  return index === undefined ? yaml.locate(path, part) : yaml.locateCharacter(path, index);
};

const createFaultOf =
  (file: string, yaml: YamlFile) =>
  (finding: Finding, of: Owner = {}): Fault => ({
    file: finding.file?.name ?? file,
    ...placeOf(finding, yaml),
    message: finding.message,
    hint: finding.hint,
    ...of,
    about: finding.about ?? 'definition',
    ...(finding.severity && { severity: finding.severity }),
  });

type Owner = Pick<Fault, 'endpoint' | 'component'>;

/** Whose fault it is: the component by the interface's name, or else as the file has it. */
const ownerOf = (value: Fields, { slug, component }: CheckedEndpoint): Owner => {
  const definition = isFields(value.endpoints) ? value.endpoints[slug] : undefined;
  const written = isFields(definition) ? definition.component : undefined;
  const name = component?.name ?? (typeof written === 'string' ? written : undefined);
  return { endpoint: slug, ...(name !== undefined && { component: name }) };
};

const loaded = (checked: CheckedEndpoint): readonly LoadedEndpoint[] => {
  const { slug, component, path, source, config, findings } = checked;
  if (!component || !isDefined(findings)) return [];
  const { family, name } = component;
  return [{ slug, family, component: name, path, source, config }];
};

const NOTHING = { endpoints: [], checked: [], replaced: [], localOnly: [], warnings: [] } as const;

const SYNTAX = `the syntax of ${FILE_NAME}`;

const blockedBy = (yaml: YamlFile, ofHead: readonly Finding[]): readonly string[] => {
  const keys = ofHead.map(({ path: [key] }) => key).filter((key) => !HARMLESS.has(key));
  const words = keys.map((key) => (key === undefined ? 'the file as a whole' : `the key ${shownName(String(key))}`));
  return [...new Set([...(yaml.faults.length > 0 ? [SYNTAX] : []), ...words])];
};

/** The keys in whose place something else holds. */
const replacedKeys = (ofHead: readonly Finding[]): readonly string[] => {
  const keys = new Set(ofHead.map(({ path: [key] }) => String(key)).filter((key) => HARMLESS.has(key)));
  return [...keys].filter((key) => key !== 'endpoints' && key !== 'description');
};

const checkFile = async (folder: string, yaml: YamlFile, catalogue: Catalogue) => {
  const value = isFields(yaml.value) ? yaml.value : {};
  const schemaFindings = await checkSchema(yaml.value);
  const ofHead = [...schemaFindings.filter(isOfHead), ...checkHead(value)];
  const wrong = ofHead.filter((finding) => !isWarning(finding));
  const head = compileHead(value, wrong);
  const replaced = replacedKeys(wrong);
  const context: EndpointContext = {
    folder,
    catalogue,
    dashboard: head.name,
    deadline: deadlineOf(head),
    token: value.token,
    maxSkew: value.maxSkew,
    cache: replaced.includes('cache') ? undefined : value.cache,
    stale: replaced.includes('stale') ? undefined : value.stale,
    ...(head.database && { database: head.database }),
  };
  const definitions = Object.entries(isFields(value.endpoints) ? value.endpoints : {});
  const endpoints = definitions.map(([slug, definition]) => checkEndpoint(slug, definition, schemaFindings, context));
  const checked = checkPaths(await Promise.all(endpoints));
  const faultOf = createFaultOf(join(folder, FILE_NAME), yaml);
  const owner = ([, slug]: Path): Owner => {
    const endpoint = checked.find((one) => one.slug === slug);
    return endpoint ? ownerOf(value, endpoint) : {};
  };
  const blocked = blockedBy(yaml, wrong);
  return {
    ...head,
    endpoints: blocked.length === 0 ? checked.flatMap(loaded) : [],
    checked,
    blockedBy: blocked,
    replaced,
    found: [
      ...ofHead.map((finding) => faultOf(finding)),
      ...checked.flatMap((one) => one.findings.map((finding) => faultOf(finding, ownerOf(value, one)))),
      ...skewWarnings(value, checked).map((finding) => faultOf(finding, owner(finding.path))),
    ],
    localOnly: environmentTokens(value).map((finding) => faultOf(finding, owner(finding.path))),
  };
};

/**
 * Reads a dashboard folder and checks its definition: dashboard.yml by its schema and against the catalogue, the files that
 * it names, and its SQL. Whatever is wrong is in `faults`, and what is only worth knowing in `warnings`; it does not throw.
 */
export const loadDashboard = async (folder: string, catalogue?: Catalogue): Promise<LoadedDashboard> => {
  const absolute = resolve(folder);
  const read = await readDashboardFile(absolute);
  const yaml = 'text' in read ? readYaml(read.text) : undefined;
  const broken =
    'text' in read ? (yaml?.faults ?? []) : [{ line: 1, column: 1, message: read.message, hint: read.hint }];
  const faults = broken.map((fault): Fault => ({ file: read.file, ...fault, about: 'definition' }));
  if (!yaml || yaml.value === undefined) {
    return { ...compileHead({}, []), ...NOTHING, blockedBy: yaml ? [SYNTAX] : [], folder: absolute, faults };
  }
  const { found, ...checked } = await checkFile(absolute, yaml, catalogue ?? (await loadCatalogue()));
  return { ...checked, folder: absolute, ...splitWarnings([...faults, ...found]) };
};
