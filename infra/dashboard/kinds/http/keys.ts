import type { Key, SourceKind } from '../source-kind.ts';

const shared = (of: 'csvFile' | 'jsonFile', name: string): readonly [string, Key] => [
  name,
  { $ref: `#/$defs/${of}/properties/${name}` },
];

const FIELDS: Key = { type: 'object', minProperties: 1 };

const PAGES: Key = {
  title: 'How an answer leads to the next page',
  description: 'a map of one of `next`, `link`, `cursor`, `page` and `offset`, and, if you like, `atMost`',
  examples: [{ next: 'links.next' }, { cursor: 'meta.cursor', as: 'after' }, { offset: 'offset', size: 100 }],
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    next: {
      description: 'the path of the address of the next page, such as links.next',
      examples: ['links.next'],
      type: 'string',
      minLength: 1,
    },
    link: {
      description: 'the relation in the header Link, such as next',
      examples: ['next'],
      type: 'string',
      minLength: 1,
    },
    cursor: {
      description: 'the path of what the next call sends, such as meta.cursor',
      examples: ['meta.cursor'],
      type: 'string',
      minLength: 1,
    },
    as: {
      description: 'the name under which the next call sends the cursor, such as after',
      examples: ['after'],
      type: 'string',
      minLength: 1,
    },
    page: {
      description: 'the name under which calls send the number of the page, such as page',
      examples: ['page'],
      type: 'string',
      minLength: 1,
    },
    from: {
      description: 'the number of the first page, 0 or 1',
      examples: [0],
      default: 1,
      type: 'integer',
      minimum: 0,
    },
    offset: {
      description: 'the name under which calls send the number of rows before the page, such as offset',
      examples: ['offset'],
      type: 'string',
      minLength: 1,
    },
    size: { description: 'the number of rows of a full page', examples: [100], type: 'integer', minimum: 1 },
    atMost: {
      description: 'the most pages, up to 100; 10 without it',
      examples: [20],
      default: 10,
      type: 'integer',
      minimum: 1,
      maximum: 100,
    },
  },
};

export const KEYS: SourceKind['keys'] = {
  source: {
    title: 'The answer of an API, over HTTP',
    description:
      'a map of `host` and, if you like, `path`, `query`, `rows`, `columns` and others, such as `{ host: tickets, path: /search, rows: items }`',
    examples: [{ host: 'tickets', path: '/search', query: { since: ':from', state: 'open' }, rows: 'data.items' }],
    type: 'object',
    required: ['host'],
    additionalProperties: false,
    properties: {
      host: { description: 'the name of a host of `hosts`', examples: ['tickets'], type: 'string', minLength: 1 },
      path: {
        description: 'a path below the `url` of the host; {from}, {to} and parameters in braces are replaced',
        examples: ['/search'],
        type: 'string',
        minLength: 1,
      },
      method: { description: '`GET` or `POST`', examples: ['POST'], type: 'string', enum: ['GET', 'POST'] },
      query: {
        description: 'a map of names and values; :from, :to and parameters are replaced',
        examples: [{ since: ':from' }],
        ...FIELDS,
      },
      headers: { description: 'a map of headers and texts', examples: [{ 'Accept-Language': 'zh-CN' }], ...FIELDS },
      body: { description: 'a map that is sent as JSON', examples: [{ variables: { since: ':from' } }], ...FIELDS },
      form: { description: 'a map of the fields of a form', examples: [{ since: ':from' }], ...FIELDS },
      repeat: { description: 'true if the host may get a POST twice', examples: [true], type: 'boolean' },
      times: {
        title: 'The form of :from and :to',
        description: '`iso`, `milliseconds`, `seconds`, or a pattern such as yyyy-MM-dd HH:mm:ss',
        examples: ['milliseconds'],
        default: 'iso',
        type: 'string',
        minLength: 1,
      },
      pages: PAGES,
      format: {
        description: '`json`, `csv` or `ndjson`, in place of the content type of the answer',
        examples: ['csv'],
        type: 'string',
        enum: ['json', 'csv', 'ndjson'],
      },
      ...Object.fromEntries([
        ...['rows', 'unnest', 'columns'].map((name) => shared('jsonFile', name)),
        ...['window', 'where', 'unpivot', 'join', 'fill', 'sort', 'limit', 'per', 'rest', 'unique'].map((name) =>
          shared('csvFile', name),
        ),
        ...['encoding', 'delimiter', 'decimal', 'dates', 'months', 'blank', 'units', 'durations', 'fillDown'].map(
          (name) => shared('csvFile', name),
        ),
      ]),
    },
  },
};
