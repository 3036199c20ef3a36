import { isAggregate, type Selection } from '../../config/selection.ts';
import type { RecordReader } from '../../csv/csv-record.ts';
import { scanBytes, tableOf } from '../../csv/parse-csv.ts';
import { WallfeedError } from '../../errors/wallfeed-error.ts';
import type { Budget } from '../../limits/budget.ts';
import type { FoundRow, MapRule } from '../../sources/find-rows.ts';
import type { Table } from '../../tabular/table.ts';
import type { AnswerProbe } from '../source-kind.ts';
import type { HostAnswer } from './call-host.ts';
import { failed } from './failures.ts';
import type { Page } from './pages.ts';
import type { HttpSource } from './source.ts';

type Format = NonNullable<HttpSource['format']>;

const TYPES: readonly (readonly [RegExp, Format])[] = [
  [/ndjson|jsonl|json-?lines|json-seq/, 'ndjson'],
  [/json/, 'json'],
  [/csv|tab-separated|excel/, 'csv'],
];

const typeOf = ({ headers }: HostAnswer): string => String(headers['content-type'] ?? '').toLowerCase();

/** Returns the format of an answer: what dashboard.yml says, or the content type, or else JSON. */
const formatOf = (answer: HostAnswer, { format }: HttpSource): Format =>
  format ?? TYPES.find(([pattern]) => pattern.test(typeOf(answer)))?.[1] ?? 'json';

const isWebPage = (answer: HostAnswer): boolean =>
  /html/.test(typeOf(answer)) || /^\s*<(?:!doctype|html|head|body)/i.test(answer.body.toString('latin1', 0, 200));

const refuse = (source: HttpSource, message: string, hint: string): WallfeedError =>
  failed(source.host.name, { code: 'SOURCE_INVALID', message, hint });

const checkAnswer = (answer: HostAnswer, source: HttpSource): void => {
  if (isWebPage(answer))
    throw refuse(
      source,
      'it answers with a web page (a sign-in page?)',
      'check `auth`, and that `url` is that of the API',
    );
  if (answer.body.length === 0) throw refuse(source, 'its answer has no body', 'check `path` and `query`');
};

const countLines = (body: Buffer): number =>
  body
    .toString('latin1')
    .split(/\r?\n|\r/)
    .filter((line) => line.trim() !== '').length;

const linesOf = async (body: Buffer, budget: Budget): Promise<readonly FoundRow[]> => {
  const { openRows } = await import('../../sources/json-rows.ts');
  return openRows(body, { key: 'rows.ndjson', rows: '' }, budget).rows;
};

/** Says the error of a reader of JSON files in the words of a host. */
const explainAnswer = (error: unknown, source: HttpSource): unknown => {
  if (!(error instanceof WallfeedError)) return error;
  const { code, message, details, cause } = error;
  const [{ hint = '', ...detail } = { message }] = details;
  if (message.startsWith('The file cannot be read as JSON')) {
    const format = 'check `path`, or write `format: csv` or `format: ndjson`; the log has the beginning of the answer';
    const cause = { name: 'SyntaxError' };
    return failed(source.host.name, { code, message: 'its answer is not JSON', hint: format, cause });
  }
  if (!/^is null\b/.test(detail.message) && hint !== 'the map is empty') return error;
  const failing = 'the host may answer with an error here: the log has the beginning of the answer';
  return new WallfeedError(code, message, [{ ...detail, hint: failing }], { cause });
};

/** Says of which page an error is, if there are several. */
const inPage = (error: unknown, count: number): unknown => {
  if (count === 0 || !(error instanceof WallfeedError)) return error;
  const { code, message, details, cause } = error;
  return new WallfeedError(code, `Page ${count + 1}: ${message}`, details, { cause });
};

/** A page whose rows are found. */
export interface ReadPage extends Page {
  readonly format: Format;
  readonly found: readonly FoundRow[];
  readonly path: string;
}

/** Refuses a map for totals: a host's error, or the map around a list, would count as one row. */
const mapRule = (columns: Selection['columns'], isProbed: boolean): MapRule => {
  if (columns?.some(({ source }) => isAggregate(source))) return 'refused';
  return columns || isProbed ? 'oneRow' : 'needsColumns';
};

const readJson = async (answer: HostAnswer, { rows, selection }: HttpSource, budget: Budget, probe?: AnswerProbe) => {
  const [{ decodeJson, parseCells }, { findRows }] = await Promise.all([
    import('../../sources/json.ts'),
    import('../../sources/find-rows.ts'),
  ]);
  const document = parseCells(decodeJson(answer.body, budget, 'rows'));
  const rule = mapRule(selection?.columns, probe !== undefined);
  return { document, ...findRows(document, rows || (probe?.pathOfRows(document) ?? ''), rule) };
};

/**
 * Finds the rows of one page.
 * @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE.
 */
export const readPage = async (
  answer: HostAnswer,
  source: HttpSource,
  count: number,
  budget: Budget,
  probe?: AnswerProbe,
): Promise<ReadPage> => {
  if (answer.status === 204) return { answer, format: 'json', rows: 0, found: [], path: '' };
  checkAnswer(answer, source);
  const format = formatOf(answer, source);
  budget.hold({ bytes: answer.body.length });
  try {
    if (format === 'csv') return { answer, format, rows: countLines(answer.body) - 1, found: [], path: '' };
    if (format === 'ndjson') {
      const found = await linesOf(answer.body, budget);
      return { answer, format, rows: found.length, found, path: '' };
    }
    const { document, rows: found, path } = await readJson(answer, source, budget, probe);
    return { answer, format, document, rows: found.length, found, path };
  } catch (error) {
    throw inPage(explainAnswer(error, source), count);
  }
};

const LINE_FEED = 10;

const splitHeader = (body: Buffer): readonly [header: Buffer, rows: Buffer] => {
  const end = body.indexOf(LINE_FEED) + 1 || body.length;
  return [body.subarray(0, end), body.subarray(end)];
};

const endLine = (body: Buffer): Buffer =>
  body.length === 0 || body.at(-1) === LINE_FEED ? body : Buffer.concat([body, Buffer.from('\n')]);

/** Appends the pages of a CSV file, each of which has the header. @throws WallfeedError SOURCE_INVALID. */
const joinCsv = (pages: readonly ReadPage[], source: HttpSource): Buffer => {
  const parts = pages.filter(({ format }) => format === 'csv').map(({ answer }) => splitHeader(answer.body));
  const [header] = parts[0] ?? [Buffer.alloc(0)];
  const differs = parts.find(([other]) => other.toString().trim() !== header.toString().trim());
  if (differs) throw refuse(source, 'its pages have different headers', 'let all pages have the same columns');
  return Buffer.concat([endLine(header), ...parts.map(([, rows]) => endLine(rows))]);
};

/**
 * Reads the rows of all pages to one table.
 * @throws WallfeedError SOURCE_INVALID, SOURCE_TOO_LARGE, TABLE_COLUMNS, TABLE_CELL.
 */
export const readRows = async (
  pages: readonly ReadPage[],
  source: HttpSource,
  reader: RecordReader<Table>,
  budget: Budget,
): Promise<Table> => {
  const isCsv = pages.some(({ format }) => format === 'csv');
  if (isCsv) {
    const { encoding, delimiter } = source;
    const format = { ...(encoding !== undefined && { encoding }), ...(delimiter !== undefined && { delimiter }) };
    const bytes = pages.length === 1 ? (pages[0] as ReadPage).answer.body : joinCsv(pages, source);
    return budget.work(() => tableOf(scanBytes(bytes, format, reader, { budget })));
  }
  const { readJsonRows } = await import('../../sources/json-rows.ts');
  const rows = pages.flatMap(({ found }, page) =>
    page === 0 ? found : found.map((row) => ({ ...row, path: `page ${page + 1}: ${row.path}` })),
  );
  const { selection = {}, ...others } = source;
  const cells = { ...others, key: '', selection };
  return budget.work(() => readJsonRows({ rows, path: pages[0]?.path ?? '' }, cells as never, reader, budget));
};
