import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { WallfeedError } from '../../shared/errors/wallfeed-error.ts';
import { memoryFor } from '../../shared/sources/s3/size-limits.ts';
import { unpackBytes } from '../../shared/sources/s3/unpack.ts';
import { type CatalogueEntry, openShape, sampleFileOf } from '../build/catalogue/load-catalogue.ts';
import { isSeed } from '../dashboard/sql/read-seeds.ts';
import { forReader, type Language, language } from '../language/language.ts';
import { commandLine, quoteWord } from '../program/command-line.ts';
import { programPath } from '../program/program-files.ts';
import { isPackaged } from '../program/project-root.ts';
import {
  defineEndpoint,
  type EndpointFields,
  listComponents,
  suggestForFirstRows,
  writeEndpointLines,
} from './suggestions/endpoint-lines.ts';
import { freeSlug, nameOfFile, proposeKey, slugOf } from './suggestions/slug.ts';
import type { Suggestion } from './suggestions/suggest-components.ts';

export interface NewEndpoint {
  readonly slug: string;
  readonly definition: EndpointFields;
  readonly comment?: string;
  /** MB. Absent if the default is enough. */
  readonly memory?: number;
  /** By their paths in the dashboard folder. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

const indent = (text: string): string => text.trimEnd().replaceAll(/^/gm, '  ');

export const formatEndpoints = (endpoints: readonly Pick<NewEndpoint, 'slug' | 'definition' | 'comment'>[]): string =>
  endpoints
    .map(({ slug, definition, comment }) => {
      const lines = writeEndpointLines(slug, definition);
      return comment === undefined ? lines : `${indent(comment.replaceAll(/^/gm, '# '))}\n${lines}`;
    })
    .join('\n');

export interface NewDashboard {
  readonly name: string;
  /** Absent if the name says it. */
  readonly title?: string | undefined;
  readonly timezone: string;
  readonly endpoints: readonly NewEndpoint[];
  /** The path from the dashboard folder. */
  readonly schema: string;
  /** A range of versions, or a file. */
  readonly dependency: string;
}

const headLines = ({ title, endpoints }: NewDashboard): string => {
  const memory = Math.max(0, ...endpoints.map((one) => one.memory ?? 0));
  const wall = title === undefined ? '' : `wall: { title: ${JSON.stringify(title)} }\n`;
  return memory === 0 ? wall : `${wall}memory: ${memory}\n`;
};

const dashboardFile = (dashboard: NewDashboard): string => `# yaml-language-server: $schema=${dashboard.schema}
dashboard: ${dashboard.name}
timezone: ${dashboard.timezone}
${headLines(dashboard)}endpoints:
${formatEndpoints(dashboard.endpoints)}
`;

const packageFile = ({ name, dependency }: NewDashboard): string =>
  `${JSON.stringify(
    {
      name,
      version: '1.0.0',
      private: true,
      scripts: { start: 'wallfeed start', check: 'wallfeed check', cost: 'wallfeed cost' },
      dependencies: { wallfeed: dependency },
    },
    null,
    2,
  )}\n`;

const GITIGNORE = `node_modules/
dist/
.secrets.yml
`;

const README: Readonly<Record<Language, string>> = {
  en: `A dashboard for [Wallfeed](https://www.npmjs.com/package/wallfeed).

| path | what it holds |
|---|---|
| \`dashboard.yml\` | which component reads which source |
| \`data/\` | CSV and JSON files |
| \`queries/\` | longer SQL and scripts of charts |
| \`.secrets.yml\` | tokens for this machine; git ignores it |

\`\`\`sh
npm install              # once
npx wallfeed start       # serves the endpoints here; a saved change takes effect at once
npx wallfeed check       # says what is wrong, with file, line and column
npx wallfeed cost        # dollars a month for each component
npx wallfeed package --stage prod   # what a deployment to AWS consists of
npx wallfeed --help      # all commands
\`\`\`

A workbook becomes CSV files with \`npx wallfeed import report.xlsx\`. The workflow in \`.github/\` checks each change on GitHub,
if this folder is the repository.
`,
  zh: `[Wallfeed](https://www.npmjs.com/package/wallfeed) 的大屏。

| 路径 | 内容 |
|---|---|
| \`dashboard.yml\` | 每个组件读取的数据源 |
| \`data/\` | CSV 和 JSON 文件 |
| \`queries/\` | 较长的 SQL 和图表脚本 |
| \`.secrets.yml\` | 本机使用的令牌，git 会忽略它 |

\`\`\`sh
npm install              # 只需一次
npx wallfeed start       # 在本机运行接口，保存的更改立即生效
npx wallfeed check       # 指出错误所在的文件、行和列
npx wallfeed cost        # 每个组件每月的费用，单位为美元
npx wallfeed package --stage prod   # 部署到 AWS 的内容
npx wallfeed --help      # 所有命令
\`\`\`

\`npx wallfeed import report.xlsx\` 把电子表格转换为 CSV 文件。如果此文件夹就是仓库，\`.github/\` 中的工作流会在 GitHub 上检查每次更改。
`,
};

const readme = ({ name, title = name }: NewDashboard): string => `# ${title}\n\n${README[language()]}`;

const workflow = (): string => `# ${forReader('Checks the dashboard with each change: its file, its SQL and its data.')}
name: check
on: [push, pull_request]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: npm install
      - run: npx wallfeed check --format github
`;

export const folderFiles = (dashboard: NewDashboard): Readonly<Record<string, string | Uint8Array>> => ({
  'dashboard.yml': dashboardFile(dashboard),
  ...Object.assign({}, ...dashboard.endpoints.map(({ files }) => files)),
  'package.json': packageFile(dashboard),
  '.gitignore': GITIGNORE,
  'README.md': readme(dashboard),
  '.github/workflows/check.yml': workflow(),
});

export const nextSteps = (folder: string): string => {
  const named = isPackaged ? [] : ['--dashboard', folder];
  return [
    'Next:',
    ...(isPackaged && folder !== '.' ? [`  cd ${quoteWord(folder)}`] : []),
    `  ${commandLine('start', ...named)}`,
    `  ${commandLine('check', ...named)}`,
  ].join('\n');
};

const MAX_NAMED = 5;
const DEFAULT_MEMORY_MB = 256;

/** Names the other components that choose columns as the best one does: by position or by a selection. */
const describeOthers = ([best, ...others]: readonly Suggestion[]): string | undefined => {
  const alike = others.filter(({ isSelected }) => isSelected === best?.isSelected);
  if (alike.length === 0) return undefined;
  const names = listComponents(alike, MAX_NAMED);
  return best?.isSelected ? `with other columns also fits ${names}` : `also fits ${names}`;
};

/** The error of this component is the best explanation for a file that no component fits. */
const ANY_TABLE = 'Paging List';

const describeError = ({ message, details }: WallfeedError): string => {
  const [{ line, hint, ...detail } = { message }] = details;
  const place = line === undefined ? '' : `line ${line}: `;
  return `${place}${detail.message}${hint === undefined ? '' : ` (${hint})`}`;
};

/** Chooses the component that the file fits best, or returns the reason why it fits none. */
export const createFileEndpoint = async (
  file: string,
  timezone: string,
  taken: ReadonlySet<string>,
): Promise<NewEndpoint | { readonly problem: string }> => {
  const bytes = await readFile(file);
  const name = basename(file);
  if (bytes.length === 0) return { problem: `${name} is empty: write a header and rows into it` };
  if (isSeed(name)) return { problem: `${name} would be run as SQL: call it ${nameOfFile(name)}.csv` };
  const suggestions = await suggestForFirstRows(bytes, timezone);
  if (suggestions instanceof WallfeedError) return { problem: `${name} cannot be read: ${describeError(suggestions)}` };
  const [best] = suggestions.fits;
  if (best === undefined) {
    const error = suggestions.misfits.get(ANY_TABLE);
    return { problem: `no component takes ${name}${error ? `: ${describeError(error)}` : ''}` };
  }
  const comments = [describeOthers(suggestions.fits) ?? [], ...suggestions.notes].flat();
  const memory = memoryFor(unpackBytes(bytes).length) ?? 0;
  return {
    slug: proposeKey(nameOfFile(name), taken),
    definition: defineEndpoint(best.component, name, best.candidate),
    ...(memory > DEFAULT_MEMORY_MB && { memory }),
    ...(comments.length > 0 && { comment: forReader(comments.join('\n')) }),
    files: { [`data/${name}`]: bytes },
  };
};

const SCRIPT = programPath('demo', 'queries', 'sales-rhythm.js');

type Files = Readonly<Record<string, string>>;

const scriptOf = async (family: string, slug: string): Promise<{ readonly keys: object; readonly files: Files }> => {
  if (family !== 'script') return { keys: {}, files: {} };
  const path = `queries/${slug}.js`;
  return { keys: { script: `file:${path}` }, files: { [path]: await readFile(SCRIPT, 'utf8') } };
};

/** Writes one CSV file for each table of the sample. */
export const createSampleEndpoint = async (
  component: string,
  entry: CatalogueEntry,
  taken: ReadonlySet<string>,
): Promise<NewEndpoint> => {
  const { read, shape, family } = openShape(entry);
  const slug = freeSlug(slugOf(component, 'sample'), taken);
  const tables = Object.keys(shape.tables).flatMap((name) => {
    const text = read(sampleFileOf(name));
    const file = name === 'table' ? `${slug}.csv` : `${slug}-${name}.csv`;
    return text === undefined ? [] : [{ name, file, text }];
  });
  const sources = tables.map(({ name, file }) => (name === 'table' ? ['csv', file] : [name, { csv: file }]));
  const options = JSON.parse(read('options.json') ?? '{}') as object;
  const script = await scriptOf(family, slug);
  return {
    slug,
    definition: {
      component,
      ...Object.fromEntries(sources),
      ...(Object.keys(options).length > 0 && { options }),
      ...script.keys,
    },
    files: { ...Object.fromEntries(tables.map(({ file, text }) => [`data/${file}`, text])), ...script.files },
  };
};
