import { commandLine, quoteWord } from '../build/command-line.ts';
import { isPackaged } from '../build/project-root.ts';
import { forReader } from '../language/language.ts';
import { type EndpointFields, writeEndpointLines } from './suggestions/endpoint-lines.ts';

/** An endpoint of a new dashboard file. */
export interface NewEndpoint {
  readonly slug: string;
  /** The keys of the endpoint. */
  readonly definition: EndpointFields;
  /** A comment above the endpoint. */
  readonly comment?: string;
  /** The files that the endpoint needs, by their paths in the dashboard folder. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

const indent = (text: string): string => text.trimEnd().replaceAll(/^/gm, '  ');

/** Writes endpoints as they are written below `endpoints:`. */
export const formatEndpoints = (endpoints: readonly Pick<NewEndpoint, 'slug' | 'definition' | 'comment'>[]): string =>
  endpoints
    .map(({ slug, definition, comment }) => {
      const lines = writeEndpointLines(slug, definition);
      return comment === undefined ? lines : `${indent(comment.replaceAll(/^/gm, '# '))}\n${lines}`;
    })
    .join('\n');

export interface NewDashboard {
  readonly name: string;
  readonly timezone: string;
  readonly endpoints: readonly NewEndpoint[];
  /** The path of dashboard.yml's schema, from the dashboard folder. */
  readonly schema: string;
  /** The entry of package.json for Wallfeed: a range of versions, or a file. */
  readonly dependency: string;
}

const dashboardFile = ({
  name,
  timezone,
  endpoints,
  schema,
}: NewDashboard): string => `# yaml-language-server: $schema=${schema}
dashboard: ${name}
timezone: ${timezone}
endpoints:
${formatEndpoints(endpoints)}
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

const readme = ({ name }: NewDashboard): string => `# ${name}

A dashboard for [Wallfeed](https://www.npmjs.com/package/wallfeed).

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
`;

const WORKFLOW = `# Checks the dashboard with each change: its file, its SQL and its data.
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

/** Returns the files of a new dashboard folder, by their paths. */
export const folderFiles = (dashboard: NewDashboard): Readonly<Record<string, string | Uint8Array>> => ({
  'dashboard.yml': dashboardFile(dashboard),
  ...Object.assign({}, ...dashboard.endpoints.map(({ files }) => files)),
  'package.json': packageFile(dashboard),
  '.gitignore': GITIGNORE,
  'README.md': readme(dashboard),
  '.github/workflows/check.yml': WORKFLOW,
});

/** Returns the text that tells the user what to do with a new dashboard folder. */
export const nextSteps = (folder: string): string => {
  const named = isPackaged ? [] : ['--dashboard', folder];
  return [
    forReader('Next:'),
    ...(isPackaged && folder !== '.' ? [`  cd ${quoteWord(folder)}`] : []),
    `  ${commandLine('start', ...named)}`,
    `  ${commandLine('check', ...named)}`,
  ].join('\n');
};
