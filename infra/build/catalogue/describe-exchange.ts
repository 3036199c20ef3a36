import { stringify } from 'yaml';
import { type ShapeSource, sampleFileOf } from './load-catalogue.ts';
import { code, fenced } from './markdown.ts';

const MAX_BODY_LINES = 40;

const PATHS: Readonly<Record<string, string>> = {
  script: '`POST /script/{endpoint}` or `POST /script/{endpoint}/{library}`',
  frame: '`POST /frame/{endpoint}`, or the path of the endpoint',
};

/** Returns the addresses of a family's endpoints. */
export const addressOf = (family: string): string => PATHS[family] ?? code(`POST /${family}/{endpoint}`);

const readOptions = ({ read }: ShapeSource): Readonly<Record<string, unknown>> =>
  JSON.parse(read('options.json') ?? '{}');

/** Creates an endpoint of dashboard.yml that reads the sample's tables. */
export const sampleEndpoint = (source: ShapeSource) => {
  const { shape } = source;
  const options = readOptions(source);
  const sources = Object.keys(shape.tables).map((name) =>
    name === 'table' ? ['csv', `${shape.name}.csv`] : [name, { csv: `${name}.csv` }],
  );
  return {
    component: shape.components[0] ?? '',
    ...Object.fromEntries(sources),
    ...(Object.keys(options).length > 0 && { options }),
  };
};

const describeSource = (source: ShapeSource): readonly string[] => [
  '## In dashboard.yml',
  '',
  ...fenced('yaml', stringify({ endpoints: { example: sampleEndpoint(source) } }, { lineWidth: 120 })),
];

const describeTables = ({ shape, read }: ShapeSource): readonly string[] =>
  Object.keys(shape.tables).flatMap((table) => {
    const file = sampleFileOf(table);
    const title = table === 'table' ? 'The rows' : `The rows of ${code(table)}`;
    return [`${title} ([${file}](${file})):`, '', ...fenced('csv', read(file) ?? '')];
  });

const describeResponse = ({ read }: ShapeSource): readonly string[] => {
  const lines = (read('sample.json') ?? '').trimEnd().split('\n');
  const shown = lines.length > MAX_BODY_LINES ? [...lines.slice(0, MAX_BODY_LINES), '…'] : lines;
  const title = lines.length > MAX_BODY_LINES ? 'The beginning of the response' : 'The response';
  return [`${title} ([sample.json](sample.json)):`, '', ...fenced('json', shown.join('\n'))];
};

/** Describes a request and its response, with the endpoint and the tables that the response comes from. */
export const describeExchange = (source: ShapeSource): readonly string[] => [
  ...describeSource(source),
  '## Sample',
  '',
  ...describeTables(source),
  `The request (${addressOf(source.family)}):`,
  '',
  ...fenced('json', '{ "currentTime": 1795172400000, "timePeriod": 60 }'),
  ...describeResponse(source),
];
