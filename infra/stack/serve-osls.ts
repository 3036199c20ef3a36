// Makes the templates that the parent process asks for, with one copy of osls. Loading osls takes most of the time of a
// template. This process ends with its parent, or if it is idle.
import { readFileSync } from 'node:fs';
import { createRequire, flushCompileCache } from 'node:module';
import { parseDocument, type ScalarTag, type YAMLSeq } from 'yaml';

/** The folder is that of serverless.yml. */
export interface TemplateOrder {
  readonly id: number;
  readonly folder: string;
  readonly stage: string;
}

interface Service {
  readonly configSchemaHandler: { validateConfig: (configuration: object) => Promise<void> };
  readonly pluginManager: { readonly plugins: readonly { saveServiceState?: () => Promise<void> }[] };
  init(): Promise<void>;
  run(): Promise<void>;
}

type ServiceClass = new (config: object) => Service;

const Serverless = createRequire(import.meta.url)('osls') as ServiceClass;

/** The process ends after this time without an order. While somebody edits a dashboard, orders come more often. */
const IDLE_MS = 60_000;
const FILE = 'serverless.yml';

/** Short forms of CloudFormation's functions in the resources. */
const TAGS = [
  { tag: '!Ref', resolve: (text: string) => ({ Ref: text }) },
  { tag: '!GetAtt', resolve: (text: string) => ({ 'Fn::GetAtt': text.split(/\.(.*)/, 2) }) },
  { tag: '!Join', collection: 'seq', resolve: (parts: YAMLSeq) => ({ 'Fn::Join': parts.toJSON() }) },
] as unknown as readonly ScalarTag[];

const readYaml = (text: string): unknown => {
  const document = parseDocument(text, { customTags: [...TAGS] });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) throw fault;
  return document.toJS();
};

/** Parsed files by their text. The resources are the same for all templates, and each variable reads a whole file. */
const known = new Map<string, unknown>();

const readAny = (file: string): unknown => {
  const text = readFileSync(file, 'utf8');
  if (!known.has(text)) known.set(text, file.endsWith('.json') ? JSON.parse(text) : readYaml(text));
  return known.get(text);
};

const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((found, key) => Object(found)[key], value);

/** `${file(stack.json):name}` of osls. A variable of CloudFormation has no colon, or two. */
const VARIABLE = /\$\{\s*(\w+(?:\(|:(?!:))[^{}]*)\}/;
const VARIABLES = new RegExp(VARIABLE, 'g');

/**
 * Knows the kinds that serverless.yml and the resources use.
 * @throws Error for a variable of another kind.
 */
export const resolveVariables = (configuration: unknown, stage: string): unknown => {
  const readSource = (source: string): unknown => {
    const [, file, path] = /^file\(([^()]+)\)(?::(.+))?$/.exec(source) ?? [];
    if (file !== undefined) return path === undefined ? readAny(file) : at(readAny(file), path);
    if (source === 'opt:stage') return stage;
    const [, own] = /^self:(.+)$/.exec(source) ?? [];
    if (own !== undefined) return at(configuration, own);
    if (/^(\d+|'[^']*')$/.test(source)) return JSON.parse(source.replaceAll("'", '"'));
    throw new Error(`unknown variable ${source}`);
  };
  const readVariable = (variable: string): unknown => {
    const values = variable.split(/,\s*/).map((source) => source.trim());
    for (const source of values) {
      const value = readSource(source);
      if (value !== undefined && value !== null) return resolve(value);
    }
    throw new Error(`no value for ${variable}`);
  };
  const resolveText = (text: string): unknown => {
    const [whole, variable] = new RegExp(`^${VARIABLE.source}$`).exec(text) ?? [];
    if (whole !== undefined) return readVariable(variable ?? '');
    const resolved = text.replace(VARIABLES, (_, inner: string) => String(readVariable(inner)));
    if (resolved !== text && VARIABLE.test(resolved)) throw new Error(`a variable in a variable: ${text}`);
    return resolved;
  };
  const resolve = (value: unknown): unknown => {
    if (typeof value === 'string') return resolveText(value);
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, resolve(entry)]));
  };
  return resolve(configuration);
};

const packageStack = async ({ folder, stage }: TemplateOrder): Promise<void> => {
  process.chdir(folder);
  const configuration = resolveVariables(readAny(FILE), stage);
  const service = new Serverless({
    configuration,
    serviceDir: folder,
    configurationFilename: FILE,
    commands: ['package'],
    options: { stage },
    variablesMeta: new Map(),
  });
  // Skips the validation, which takes a third of the time. Nobody deploys this stage, and all stages have the same
  // serverless.yml.
  if (stage === 'local') service.configSchemaHandler.validateConfig = async () => undefined;
  await service.init();
  // Skips a file that nobody reads, and that takes longer to write than the template.
  for (const plugin of service.pluginManager.plugins)
    if (plugin.saveServiceState) plugin.saveServiceState = async () => undefined;
  await service.run();
};

let last: Promise<unknown> = Promise.resolve();
let idle: NodeJS.Timeout | undefined;

const serve = async (order: TemplateOrder): Promise<void> => {
  const failure = await packageStack(order).then(
    () => undefined,
    (error: Error) => error.message,
  );
  process.send?.({ id: order.id, failure });
  // Node would write the compiled modules of osls only when this process ends, after all that could use them.
  flushCompileCache();
};

process.once('disconnect', () => process.exit());
process.on('message', (order: TemplateOrder) => {
  clearTimeout(idle);
  last = last.then(() => serve(order));
  const current = last;
  current.then(() => {
    if (last === current) idle = setTimeout(() => process.exit(), IDLE_MS);
  });
});
