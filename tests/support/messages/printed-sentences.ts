import { parseDocument } from 'yaml';
import { COMMANDS } from '../../../infra/cli/commands.ts';
import { explainCommands, parseArguments } from '../../../infra/command-line/parse-arguments.ts';
import { checkDashboard } from '../../../infra/dashboard/check-dashboard.ts';
import { writeFolder } from '../folders/write-folder.ts';
import { refusalOf } from '../shapes/judge-reject.ts';
import { shapeFolders } from '../tables/shape-folders.ts';

const FAULTY = {
  'dashboard.yml': [
    'dashboard: ops',
    'cache: 5 minutes',
    'endpoints:',
    '  a: { component: Alarm List 2, csv: a.csv }',
    '  world: { component: World Map, csv: world.csv }',
    '  china: { component: Map, csv: china.csv }',
    '  cells: { component: Alarm List 2, csv: cells.csv }',
    '  times: { component: 3D Bar Chart, options: { name: Orders }, csv: times.csv }',
    '  wide: { component: Alarm List 2, csv: 全，.csv }',
    '  blank: { component: Alarm List 2, csv: cells.csv, 　colums: 1 }',
  ].join('\n'),
  'data/world.csv': 'name,value\n德国人,4\n',
  'data/china.csv': 'name,value\nHubei,4\n',
  'data/cells.csv': 'name,value,color\na,约3万,\nb,c,\nd,e,\n',
  'data/times.csv': 'x,y\nsoon,1\nlater,2\n',
};

/** Each with another mistake. */
const FAULTY_YAML = [
  'a:\n\tb: 1',
  'a: b: 1',
  'a:\n  - 1\n - 2',
  '- - a\n - b',
  'a: 1\nb\nc: 1',
  '"a"#b',
  'a: |x\n b',
  'a: "b',
  "a: 'b",
  'a: {\nb: 1',
  'a: [\nb',
  'a: [\n  - 1\n]',
  '{- a: 1}',
  '{a b: [1] c}',
  'a: "b" c',
  'a: @b',
  'a: "\\q"',
];

const refusals = (): readonly string[] =>
  shapeFolders
    .flatMap((folder) => folder.rejects.map((reject) => refusalOf(folder, folder, reject)))
    .flatMap((refusal) => [
      refusal?.message ?? '',
      ...(refusal?.details ?? []).flatMap(({ message, hint = '' }) => [message, hint]),
    ])
    .filter((sentence) => sentence !== '');

export const printedSentences = async (): Promise<readonly string[]> => {
  const { errors, warnings, notes } = await checkDashboard(await writeFolder(FAULTY));
  return [...refusals(), ...[...errors, ...warnings, ...notes].flatMap(({ message, hint = '' }) => [message, hint])];
};

const OPTIONS = {
  name: 'check',
  summary: '',
  options: { format: { meaning: '' } },
  notes: [],
  run: async () => undefined,
};

/**
 * Returns what packages say in our name: the parser of YAML about faulty texts, and commander about faulty arguments.
 */
export const packageSentences = async (): Promise<readonly string[]> => {
  const ofYaml = FAULTY_YAML.flatMap((text) => parseDocument(text, { prettyErrors: false }).errors);
  const ofOptions = ['--nothing', '--fromat'].map((option) => parseArguments(OPTIONS, [option], {}));
  const ofCommands = await Promise.all(['zzzz', 'chek'].map((name) => explainCommands(COMMANDS, [name])));
  return [
    ...ofYaml.map(({ message }) => message),
    ...[...ofOptions, ...ofCommands].flatMap((end) => ('text' in end ? end.text : [])),
  ];
};
