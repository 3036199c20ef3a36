import { secretNames } from '../../../../shared/kinds/http/secret-names.ts';
import type { HttpSource, TemplateMap } from '../../../../shared/kinds/http/source.ts';
import { ANY_COLUMNS } from '../../../../shared/kinds/source-kind.ts';
import { isDefined } from '../../folder/definition-problem.ts';
import { asFields, type Fields } from '../../folder/fields.ts';
import { querySigned } from '../../hosts/query-signed.ts';
import { findHost } from '../../hosts/read-host.ts';
import { checkSelection } from '../../selection/check-selection.ts';
import { encodingProblems, readRowKeys, rowsProblems } from '../../sources/source-keys.ts';
import { SLOTS_OF_READS, type SourceKind } from '../source-kind.ts';
import { checkCall, compilePages, parametersOf, readUses } from './check-call.ts';
import { countCalls } from './count-calls.ts';
import { KEYS } from './keys.ts';
import { noteSinglePage } from './note-single-page.ts';
import { writeRequest } from './write-request.ts';

const textsOf = (fields: Fields, ...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : [])));

const mapsOf = (fields: Fields): Partial<HttpSource> =>
  Object.fromEntries(
    ['query', 'headers', 'body', 'form'].flatMap((name) =>
      fields[name] === undefined ? [] : [[name, fields[name] as TemplateMap]],
    ),
  );

const checkHttp: SourceKind['check'] = async ({ http }, path, context) => {
  const below = [...path, 'http'];
  const fields = asFields(http);
  const { host, problems: ofHost } = findHost(fields.host, context.top.hosts, [...below, 'host']);
  const uses = readUses(fields, below, parametersOf(context.top));
  const { selection, reading, joinedFiles, ...keys } = await readRowKeys(fields, below, context);
  const problems = [
    ...ofHost,
    ...checkCall(fields, below),
    ...uses.problems,
    ...encodingProblems(fields.encoding, [...below, 'encoding']),
    ...rowsProblems(fields, below),
    ...keys.problems,
    ...(selection ? checkSelection({ ...reading, selection }, ANY_COLUMNS, below) : []),
  ];
  const words = `http ${String(fields.host)}${typeof fields.path === 'string' ? ` ${fields.path}` : ''}`;
  const columns = selection?.columns?.map(({ name }) => name);
  const own = uses.own.map((name) => ({ name, isRequired: uses.inPath.includes(name) }));
  const known = { ...(columns && { columns }), ...(own.length > 0 && { own }) };
  if (!host || !isDefined(problems)) return { problems, words, ...known };
  const source: HttpSource = {
    source: 'http',
    host,
    path: typeof fields.path === 'string' ? fields.path : '',
    method: fields.method === 'POST' || fields.body !== undefined || fields.form !== undefined ? 'POST' : 'GET',
    ...mapsOf(fields),
    times: typeof fields.times === 'string' ? fields.times : 'iso',
    ...(fields.repeat === true && { isRepeatable: true as const }),
    parameters: uses.parameters,
    ...(uses.own.length > 0 && { own: uses.own }),
    ...(fields.pages !== undefined && { pages: compilePages(asFields(fields.pages)) }),
    rows: typeof fields.rows === 'string' ? fields.rows : '',
    ...textsOf(fields, 'unnest', 'format', 'encoding', 'delimiter'),
    ...reading,
    ...(selection && { selection }),
  };
  return {
    problems,
    words,
    source,
    ...known,
    ...(joinedFiles && { joinedFiles }),
  };
};

export const kind: SourceKind = {
  name: 'http',
  keys: KEYS,
  isFile: false,
  isOfEndpoints: false,
  isBilled: false,
  isOutside: true,
  mapKey: 'host',
  windowHint: 'write :from and :to in the request, or remove `window`',
  slots: SLOTS_OF_READS,
  check: checkHttp,
  writeRequest,
  noteSinglePage,
  findsRows: true,
  needs: { secrets: secretNames, permissions: querySigned },
  price: { title: 'HTTP', noun: 'calls', line: 'objectRead', facts: countCalls },
  docs: {
    rows: 'an API that answers with JSON or CSV',
    advice: 'a dataset with `http`: one call for all components',
    form: 'a map with a host of `hosts`, the request, and a selection of its own: see [APIs over HTTP](http.md)',
    example: '{ host: tickets, path: /search }',
    errors: [
      'SOURCE_NOT_FOUND',
      'SOURCE_DENIED',
      'SOURCE_REFUSED',
      'SOURCE_THROTTLED',
      'SOURCE_TIMEOUT',
      'SOURCE_INVALID',
      'SOURCE_TOO_LARGE',
      'TABLE_COLUMNS',
      'TABLE_CELL',
    ],
    limits: 'All pages of an answer together have at most 16 MB',
  },
};
