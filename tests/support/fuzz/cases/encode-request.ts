import fc from 'fast-check';
import { fuzzText, PROTOTYPE_KEYS } from './fuzz-texts.ts';
import { jsonText } from './json-text.ts';

export type Parameter = readonly [name: string, text: string];

export interface Encoding {
  readonly contentType: string;
  readonly encode: (parameters: readonly Parameter[]) => string;
}

const BOUNDARY = '----wallfeed7f3a';

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Texts that look like numbers become numbers. A parameter given twice becomes a duplicate key. */
const asJson = (parameters: readonly Parameter[]): string =>
  `{${parameters.map(([name, text]) => `${JSON.stringify(name)}:${NUMBER.test(text) ? text : JSON.stringify(text)}`).join(',')}}`;

const asJsonTexts = (parameters: readonly Parameter[]): string =>
  `{${parameters.map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`).join(',')}}`;

const percent = (text: string): string => encodeURIComponent(text.toWellFormed());

export const asQuery = (parameters: readonly Parameter[]): string =>
  parameters.map(([name, text]) => `${percent(name)}=${percent(text)}`).join('&');

const asMultipart = (parameters: readonly Parameter[]): string =>
  [
    ...parameters.map(
      ([name, text]) =>
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name.replace(/["\r\n]/g, encodeURIComponent)}"\r\n\r\n${text}\r\n`,
    ),
    `--${BOUNDARY}--\r\n`,
  ].join('');

export const encodings: readonly Encoding[] = [
  { contentType: 'application/json', encode: asJson },
  { contentType: 'application/json; charset=utf-8', encode: asJsonTexts },
  { contentType: 'application/vnd.api+json', encode: asJson },
  { contentType: 'application/x-www-form-urlencoded', encode: asQuery },
  { contentType: 'Application/X-WWW-Form-URLEncoded;charset=UTF-8', encode: asQuery },
  { contentType: `multipart/form-data; boundary=${BOUNDARY}`, encode: asMultipart },
  { contentType: `multipart/form-data; boundary="${BOUNDARY}"`, encode: asMultipart },
];

const ODD_TYPES = [
  '',
  ';',
  'application/json, application/json',
  'application/json;;;=',
  'application/json; charset=utf-16',
  'APPLICATION/JSON\u00a0',
  'application/jsonp',
  'text/json',
  'text/plain',
  'text/html; charset=gb18030',
  'application/xml',
  'application/octet-stream',
  'application/x-www-form-urlencoded; charset=shift_jis',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  `multipart/form-data; boundary=${'b'.repeat(200)}`,
  'multipart/form-data; boundary=other',
  'multipart/mixed; boundary=x',
  'multipart/form-data; boundary=\u0000',
  'x'.repeat(9_000),
  `${'a/'.repeat(2_000)}+json`,
  '+json',
  '__proto__',
];

export const oddType = fc.oneof(fc.constantFrom(...ODD_TYPES), fuzzText);

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const deepObject = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Not a request, or with parameters that have invalid values. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  jsonText(['currentTime', 'timePeriod', 'token']),
  fc
    .tuple(fc.constantFrom('currentTime', 'timePeriod', 'token', ...PROTOTYPE_KEYS), jsonText([]))
    .map(([name, value]) => `{"currentTime":1513137332798,"timePeriod":30,${JSON.stringify(name)}:${value}}`),
  fc
    .tuple(
      fc.constantFrom('currentTime', 'token', 'other'),
      fc.constantFrom(10, 1_000, 8_000, 20_000, 32_000),
      fc.constantFrom(deep, deepObject),
    )
    .map(([name, depth, nest]) => `{"timePeriod":30,"${name}":${nest(depth)}}`.slice(0, 70_000)),
  fc.constantFrom(
    'null',
    '[]',
    '""',
    '0',
    '{}',
    '{',
    'currentTime=1',
    '{"currentTime":}',
    "{'currentTime':1}",
    '\ufeff{}',
  ),
);
