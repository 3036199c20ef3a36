import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { checkData } from '../../../../infra/dashboard/data/check-data.ts';
import { loadDashboard } from '../../../../infra/dashboard/definition/load-dashboard.ts';
import { formatDiagnostic } from '../../../../infra/dashboard/folder/diagnostic.ts';
import { createJsonLocator } from '../../../../infra/dashboard/folder/locate-json.ts';
import type { Validate } from '../../../../shared/catalogue/accepts.ts';
import { option } from '../../../../shared/catalogue/option.ts';
import { defineShape } from '../../../../shared/catalogue/shape.ts';
import { number, text } from '../../../../shared/tabular/column.ts';
import { chosenTable, table } from '../../../../shared/tabular/define-table.ts';
import { endpointsFile, writeFolder } from '../../../support/folders/write-folder.ts';

/** Files are named relative to the folder. */
const diagnosticsOf = async (
  definition: string,
  name: string,
  content: string | Uint8Array,
  head = '',
): Promise<readonly string[]> => {
  const file = endpointsFile(`  it: ${definition}`) + head;
  const folder = await writeFolder({ 'dashboard.yml': file, [`data/${name}`]: content });
  const errors = await checkData(await loadDashboard(folder));
  return errors.map((error) => formatDiagnostic(error, error.file.slice(folder.length + 1)));
};

const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');

const HEADER = 'name,value,score,pv';
const RED = '甲;%;12%;red';

describe('data that cannot be checked', () => {
  test('a file is not checked if the endpoint lacks required options, because the endpoint already has an error', async () => {
    expect(
      await diagnosticsOf('{ component: Bar Line Chart, csv: a.csv }', 'a.csv', 't,a,b,c,d\n1700000000000,1,2,3,4\n'),
    ).toEqual([]);
  });

  test.each([2_500, 100_000])('a document of %d levels is reported as an error', async (levels) => {
    const text = `${'{"name":"a","value":1,"children":['.repeat(levels)}${']}'.repeat(levels)}`;
    const errors = await diagnosticsOf('{ component: Treemap, json: a.json }', 'a.json', text);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors[0]).toMatch(/^data\/a\.json:1:1 {2}it \(Treemap\): /);
  });

  test('an unexpected exception is reported as an error of its endpoint, and check continues', async () => {
    const breaks = defineShape({
      id: 'S0',
      name: 'breaks',
      components: ['Breaks'],
      tables: { table: table({ a: text }) },
      fold: () => {
        throw new TypeError('no such thing');
      },
    });
    const file = endpointsFile('  it: { component: Breaks, csv: a.csv }');
    const folder = await writeFolder({ 'dashboard.yml': file, 'data/a.csv': 'a\nx\n' });
    const loaded = await loadDashboard(folder, [{ family: 'test', shape: breaks }]);
    const accept: Validate = () => true;
    expect(await checkData(loaded, { test: { breaks: accept } })).toMatchObject([
      { line: 1, column: 1, endpoint: 'it', message: 'cannot be checked: no such thing' },
    ]);
  });
});

describe('a CSV file', () => {
  test.each([
    ['3D Pie Chart', [HEADER, 'a,1,,', 'b,x2,,'], ["3:2  value: 'x2' is not a number"]],
    ['3D Pie Chart', [HEADER, '"a', '",1,,', ',3,,'], ['4:1  name: the cell is blank']],
    ['3D Pie Chart', ['name,value', 'a,1'], ['1:1  the header has 2 columns (name, value); expected exactly 4']],
    ['3D Pie Chart', [HEADER, 'a,1,,', 'b,2'], ['3:1  the row has 2 cells, the header 4']],
    ['3D Pie Chart', [HEADER, 'a,x,,', 'b,y,,z'], ['2:2  value: ', '3:2  value: ', '3:4  pv: ']],
    ['3D Pie Chart', [HEADER, ...'abcdefg'.split('').map((name) => `${name},1,,`)], ['1:1  data must have at most 6']],
    ['3D Pie Chart', ['a,"b', '1,2,3,4'], ['1:2  a quote is opened and never closed']],
    ['Colorful Progress Bar', ['n,u,v,c', 'a,%,120,#fff'], ['2:3  series[0].value must be at most 100; found 120']],
    ['Mini Pie Chart', ['s,l,v', 'a,x,1', 'a,y,2', 'b,x,3'], ["1:1  no row has series 'b' with legend 'y'"]],
    ['Mini Pie Chart', ['s,l,v', 'a,x,1', 'a,x,2'], ['3:2  l: ']],
    ['ECharts Pie Chart', ['a,b,c', '1,2,3', '4,5,6'], ['3:1  the table has 2 rows; expected exactly 1']],
    ['ECharts Pie Chart', [''], ['1:1  the file is empty']],
  ])('a CSV file for a %s with the lines %j is reported as invalid', async (component, lines, expected) => {
    const errors = await diagnosticsOf(`{ component: ${component}, csv: a.csv }`, 'a.csv', lines.join('\n'));
    expect(errors).toHaveLength(expected.length);
    for (const [index, error] of errors.entries()) {
      const [place, message] = expected[index]?.split('  ') ?? [];
      expect(error.startsWith(`data/a.csv:${place}  it (${component}): ${message}`)).toBe(true);
      expect(error).toMatch(/ \(.+\)$/);
    }
  });

  test.each([
    ['UTF-16', utf16(`a;b;c;d\n${RED}`)],
    ['UTF-8 with a mark', Buffer.from(`\ufeffa;b;c;d\n${RED}`)],
    ['GB18030', Buffer.from([...Buffer.from('a;b;c;d\n'), 0xbc, 0xd7, ...Buffer.from(';%;12%;red')])],
  ])('a CSV file in %s is read as an endpoint would read it', async (_, content) => {
    const found = await diagnosticsOf('{ component: Colorful Progress Bar, csv: a.csv }', 'a.csv', content);
    const [error, ...others] = found.filter((line) => !line.includes('note:'));
    expect(others).toEqual([]);
    expect(error).toMatch(/^data\/a\.csv:2:4 {2}it \(Colorful Progress Bar\): series\[0\]\.color must be a colour/);
  });

  test.each(['{}', ''])(
    'a map of columns that is empty (%s) is named with the columns of the component',
    async (columns) => {
      const folder = await writeFolder({
        'dashboard.yml': endpointsFile(`  it: { component: 3D Pie Chart, csv: { file: a.csv, columns: ${columns} } }`),
        'data/a.csv': 'n,v\na,1\n',
      });
      const [error] = (await loadDashboard(folder)).errors;
      expect(error?.hint).toMatch(/; the component's columns are name, value, score, pv$/);
    },
  );

  test('a colour that dashboard.yml itself gives wrongly is named by its key', async () => {
    const columns = '{ name: n, value: v, color: { palette: [red] } }';
    const definition = `{ component: Funnel Chart, csv: { file: a.csv, columns: ${columns} } }`;
    expect(await diagnosticsOf(definition, 'a.csv', 'n,v\na,1\n')).toEqual([
      expect.stringContaining('`csv.columns.color.palette[0]` must be a colour: # and 3, 4, 6 or 8 hexadecimal digits'),
    ]);
  });

  test('a CSV file is read with the delimiter and the decimal sign of its endpoint', async () => {
    const definition = "{ component: 3D Pie Chart, csv: { file: a.csv, delimiter: '|', decimal: ',' } }";
    expect(await diagnosticsOf(definition, 'a.csv', 'a|b|c|d\nx|1,5||')).toEqual([]);
    expect(await diagnosticsOf(definition, 'a.csv', 'a|b|c|d\nx|1.5||')).toHaveLength(1);
  });

  test('a CSV file is read with the options of its endpoint, and as one table with `reading: table`', async () => {
    const holes = 's,l,v\na,x,1\na,y,2\nb,x,3';
    expect(
      await diagnosticsOf('{ component: Mini Pie Chart, csv: a.csv, options: { fill: 0 } }', 'a.csv', holes),
    ).toEqual([]);
    const rows = 'n,v,p\na,1,2\nb,1,2';
    const definition = '{ component: Metrics Proportion Chart, csv: a.csv';
    expect(await diagnosticsOf(`${definition} }`, 'a.csv', rows)).toHaveLength(1);
    expect(await diagnosticsOf(`${definition}, reading: table }`, 'a.csv', rows)).toEqual([]);
  });

  test('a CSV file is checked even if its endpoint has an unknown key', async () => {
    const definition = '{ component: 3D Pie Chart, csv: a.csv, cahce: 1s }';
    expect(await diagnosticsOf(definition, 'a.csv', `${HEADER}\na,x,,`)).toHaveLength(1);
  });

  test('a CSV file is not checked if its format is invalid or its component is unknown', async () => {
    expect(
      await diagnosticsOf('{ component: 3D Pie Chart, csv: { file: a.csv, delimiter: xx } }', 'a.csv', 'x'),
    ).toEqual([]);
    expect(await diagnosticsOf('{ component: Weather, csv: a.csv }', 'a.csv', 'x')).toEqual([]);
  });

  test('all errors of a CSV file are found', async () => {
    const rows = Array.from({ length: 25 }, () => 'a,x,,');
    const errors = await diagnosticsOf(
      '{ component: 3D Pie Chart, csv: a.csv }',
      'a.csv',
      [HEADER, ...rows].join('\n'),
    );
    expect(errors).toHaveLength(25);
  });

  test('a CSV file over a limit of the engine is reported as invalid', async () => {
    const rows = Array.from({ length: 50_001 }, () => 'a,b,1');
    const pie = '{ component: Pie Chart, csv: a.csv }';
    expect((await diagnosticsOf(pie, 'a.csv', ['a,b,c', ...rows].join('\n')))[0]).toContain('50000 rows');
    expect((await diagnosticsOf(pie, 'a.csv', Buffer.alloc(32 * 1024 * 1024 + 1)))[0]).toContain('32 MB');
  });
});

const LINKED = defineShape({
  id: 'S0',
  name: 'linked',
  components: ['Linked Chart'],
  tables: {
    nodes: table({ id: text, size: number }),
    links: table({ from: text, to: text }),
    notes: chosenTable('style', {
      1: table({ note: text, by: text, at: text }),
      2: table({ note: text, mark: number }),
    }),
  },
  optionalTables: ['notes'],
  options: { style: option.or(option.integer, 1), title: option.or(option.text, '') },
  fold: (tables) => tables,
});

describe('a CSV file that is large for the memory of the functions', () => {
  const paging = '{ component: Paging List, csv: a.csv }';
  const file = `a,b\n${'x'.repeat(4 * 1024 * 1024)},y\n`;

  test('a CSV file that the functions could not read is an error, and the hint names more memory', async () => {
    const [error] = await diagnosticsOf(paging, 'a.csv', file, 'memory: 128\n');
    expect(error).toContain("more than the 128 MB of the function's memory");
    expect(error).toContain('memory: 256');
  });

  test('a CSV file that the functions can read is valid', async () => {
    expect(await diagnosticsOf(paging, 'a.csv', file, 'memory: 256\n')).toEqual([]);
  });

  test('check counts the bytes of a JSON file to find the memory that its rows need', async () => {
    const pie =
      '{ component: 3D Pie Chart, json: { file: a.ndjson, columns: { name: { constant: all }, value: { sum: v } } } }';
    const lines = `{"v":1,"at":"2026-11-20T08:01:00Z","kind":"view of a page","user":{"id":1,"no":2}}\n`.repeat(85_000);
    const [error] = await diagnosticsOf(pie, 'a.ndjson', lines, 'memory: 256\n');
    expect(error).toContain('memory: 512');
    expect(await diagnosticsOf(pie, 'a.ndjson', lines, 'memory: 512\n')).toEqual([]);
  });
});

describe('the files of several tables', () => {
  const diagnosticsOfTables = async (definition: string): Promise<readonly string[]> => {
    const folder = await writeFolder({
      'dashboard.yml': endpointsFile(`  it: { component: Linked Chart, ${definition} }`),
      'data/nodes.csv': 'id,size\na,1\nb,x\n',
      'data/links.csv': 'from,to,by\na,b,c\n',
      'data/good.csv': 'id,size\na,1\n',
      'data/from.csv': 'from,to\na,b\n',
      'data/notes.csv': 'note,mark\na,x\n',
    });
    const validate: Validate = () => false;
    validate.errors = [{ instancePath: '/links/0/from', keyword: 'maxLength', params: { limit: 0 } }];
    const dashboard = await loadDashboard(folder, [{ family: 'test', shape: LINKED }]);
    const errors = await checkData(dashboard, { test: { linked: validate } });
    return errors.map(
      (error) => formatDiagnostic(error, error.file.slice(folder.length + 1)).split(' (Linked')[0] ?? '',
    );
  };

  test.each([
    ['nodes: { csv: nodes.csv }, links: { csv: links.csv }', ['data/links.csv:1:1  it', 'data/nodes.csv:3:2  it']],
    ['nodes: { csv: nodes.csv }, links: { sql: select 1 }', ['data/nodes.csv:3:2  it']],
    ['nodes: { csv: nodes.csv }', ['data/nodes.csv:3:2  it']],
    ['nodes: { csv: good.csv }', []],
    ['nodes: { csv: good.csv }, links: { sql: select 1 }', []],
    ['nodes: { csv: good.csv }, links: { csv: from.csv }', ['data/from.csv:2:1  it']],
    ['nodes: { csv: good.csv }, links: { csv: from.csv }, options: { title: 1 }', []],
    ['nodes: { csv: good.csv }, links: { csv: from.csv }, cahce: 1s', ['data/from.csv:2:1  it']],
    ['notes: { csv: notes.csv }', ['data/notes.csv:1:1  it']],
    ['notes: { csv: notes.csv }, options: { style: 2 }', ['data/notes.csv:2:2  it']],
    ['notes: { csv: notes.csv }, options: { style: x }', []],
  ])('the files of several tables are checked until one has an error: %s', async (definition, expected) => {
    expect(await diagnosticsOfTables(definition)).toEqual(expected);
  });
});

describe('a JSON document', () => {
  const BAR = '{ component: Colorful Progress Bar, json: a.json }';

  test.each([
    ['{"series": [\n  {"name": "a",, }]}', ['2:16  Expected double-quoted property name']],
    ['', ['1:1  Unexpected end of JSON input']],
    [
      '{"series": [\n  {"name": "a", "unit": "%", "value": 120, "color": "#fff"},\n  {"name": "b", "value": 3, "color": "#fff"}\n]}',
      ['2:39  series[0].value must be at most 100; found 120', "3:3  series[1] lacks the field 'unit'"],
    ],
    ['[]', ['1:1  ']],
  ])('a JSON document is reported as invalid: %j', async (content, expected) => {
    const errors = await diagnosticsOf(BAR, 'a.json', content);
    expect(errors).toHaveLength(expected.length);
    for (const [index, error] of errors.entries()) {
      const [place, message] = expected[index]?.split('  ') ?? [];
      expect(error.startsWith(`data/a.json:${place}  it (Colorful Progress Bar): ${message}`)).toBe(true);
    }
  });

  test('a JSON document may begin with a byte order mark', async () => {
    expect(await diagnosticsOf(BAR, 'a.json', '\ufeff{"series": []}')).toEqual([]);
  });

  test('a value in a JSON document is located by its path, or by the nearest part that exists', () => {
    const locate = createJsonLocator('{\n "a": [1, {"b": [true]}]\n}');
    expect(locate('a[1].b[0]')).toEqual({ line: 2, column: 18 });
    expect(locate('a[1].c.d')).toEqual({ line: 2, column: 11 });
    expect(locate('')).toEqual({ line: 1, column: 1 });
  });
});

describe('a body that no function may send', () => {
  const RINGS = '{ component: Colorful Progress Bar, json: a.json }';

  test.each([
    [
      'nested too deeply in an additional field',
      '['.repeat(100_000) + ']'.repeat(100_000),
      'the body is nested too deeply',
    ],
    ['over 6 MB before compression', `"${'x'.repeat(6_400_000)}"`, 'the response has '],
  ])('check reports a body that is %s', async (_, extra, message) => {
    const [error, ...others] = await diagnosticsOf(RINGS, 'a.json', `{ "series": [], "extra": ${extra} }`);
    expect(error).toContain(`data/a.json:1:1  it (Colorful Progress Bar): ${message}`);
    expect(error).toMatch(/ \(.+\)$/);
    expect(others).toEqual([]);
  });

  test('a body that is too large is reported at the CSV file that its rows come from', async () => {
    const rows = ['n,u,v,c', `${'x'.repeat(6_400_000)},%,1,#fff`].join('\n');
    const [error, ...others] = await diagnosticsOf('{ component: Colorful Progress Bar, csv: a.csv }', 'a.csv', rows);
    expect(error).toContain('data/a.csv:1:1  it (Colorful Progress Bar): the response has ');
    expect(others).toEqual([]);
  });
});

describe('a response that is too large for the shared cache', () => {
  const noise = Array.from({ length: 6 }, () => randomBytes(150_000).toString('base64'));
  const rows = noise.map((name) => `${name},1,,`).join('\n');
  const check = (cache: string) =>
    diagnosticsOf(`{ component: 3D Pie Chart, csv: a.csv, cache: ${cache} }`, 'a.csv', `${HEADER}\n${rows}\n`);

  test('a response that is too large for the shared cache gets a warning', async () => {
    expect(await check('{ ttl: 30s, shared: true }')).toEqual([
      'data/a.csv:1:1  warning: it (3D Pie Chart): the response is too large for the shared cache, which takes 395 KB as gzip: each environment makes its own (aggregate first, or leave `shared` out of its cache)',
    ]);
  });

  test('a large response gets no warning without a shared cache', async () => {
    expect(await check('30s')).toEqual([]);
  });
});

const hoursAgo = (hours: number): string =>
  new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

describe('a file with a selection', () => {
  const COLUMNS = 'columns: { name: Region, value: { sum: Amount } }';
  const check = (selection: string, rows: string) =>
    diagnosticsOf(
      `{ component: 3D Pie Chart, csv: { file: a.csv, ${selection} } }`,
      'a.csv',
      `Region,Amount,At\n${rows}`,
    );

  test('check takes the time of the newest row as the current time, so that a window of any length has rows', async () => {
    const rows = `East,7,2024-05-01 08:00\nWest,x,2024-05-03 08:00\n`;
    for (const window of ['At', '{ of: At, last: 24h }', '{ of: At, last: today }', '{ of: At, atMost: 1h }']) {
      const [error] = (await check(`window: ${window}, ${COLUMNS}`, rows)).filter((line) => !line.includes('warning'));
      expect(error).toMatch(/^data\/a\.csv:3:2 {2}it \(3D Pie Chart\): Amount: 'x' is not a number \(/);
    }
  });

  test('an unknown column of a selection is an error at its place in dashboard.yml, which names the nearest column', async () => {
    expect(await check('columns: { name: region, value: Amount }', 'East,7,\n')).toEqual([
      "dashboard.yml:3:71  it (3D Pie Chart): line 1 of data/a.csv has no column 'region'; did you mean 'Region'?",
    ]);
  });

  test('a header below a title gets a hint with its line', async () => {
    const text = 'Sales report,\nPrinted 2026-11-20,\n\nRegion,Amount\nEast,7\n';
    const definition = (header: string) =>
      `{ component: 3D Pie Chart, csv: { file: a.csv, ${header}columns: { name: Region, value: Amount } } }`;
    expect(await diagnosticsOf(definition(''), 'a.csv', text)).toEqual([
      expect.stringMatching(/no column 'Region' \(line 4 has all the columns: write `header: 4`\)$/),
      expect.stringMatching(/no column 'Amount' \(line 4 has all the columns: write `header: 4`\)$/),
    ]);
    expect(await diagnosticsOf(definition('header: 4, '), 'a.csv', text)).toEqual([]);
  });

  test('a file whose rows are all older than the window gets a warning with their age', async () => {
    const rows = `East,7,${hoursAgo(50)}\n`;
    expect(await check(`window: { of: At, last: 48h }, ${COLUMNS}`, rows)).toEqual([
      expect.stringMatching(
        /^data\/a\.csv:1:1 {2}warning: the newest row is from .*, 2 days ago: the window of the last 2d has no rows/,
      ),
    ]);
    expect(await check(`window: At, ${COLUMNS}`, rows)).toHaveLength(1);
    expect(await check(`window: { of: At, last: today }, ${COLUMNS}`, rows)).toHaveLength(1);
    expect(await check(`window: { of: At, last: 72h }, ${COLUMNS}`, rows)).toEqual([]);
    expect(await check(`window: At, ${COLUMNS}`, `East,7,${hoursAgo(1)}\n`)).toEqual([]);
  });

  test('a file that is not UTF-8 and read as GB18030 gets a note', async () => {
    const bytes = Buffer.concat([Buffer.from('name,value,a,b\n'), Buffer.from([0xbc, 0xd7]), Buffer.from(',1,,\n')]);
    expect(await diagnosticsOf('{ component: 3D Pie Chart, csv: a.csv }', 'a.csv', bytes)).toEqual([
      expect.stringContaining('note: the file is not UTF-8, and is read as GB18030 (write `encoding: gb18030` if'),
    ]);
  });

  test('the errors of all columns are found at once, also those of rows whose time or condition cannot be read', async () => {
    const keys = 'window: At, where: { Size: { above: 1 } }, columns: { name: Region, value: { sum: Amount } }';
    const csv = 'Region,At,Size,Amount\nEast,x,2,1x\nWest,2026-11-20,y,2x\n';
    const found = await diagnosticsOf(`{ component: 3D Pie Chart, csv: { file: a.csv, ${keys} } }`, 'a.csv', csv);
    expect(found.map((one) => /^data\/a\.csv:\d+:\d+/.exec(one)?.[0])).toEqual([
      'data/a.csv:2:2',
      'data/a.csv:2:4',
      'data/a.csv:3:3',
      'data/a.csv:3:4',
    ]);
  });

  test('the error of a table with too many rows names the keys that shorten it', async () => {
    const csv = `name,value\n${Array.from({ length: 10 }, (_, at) => `k${at},1\n`).join('')}`;
    const withKeys = (keys: string) =>
      diagnosticsOf(
        `{ component: 3D Pie Chart, csv: { file: a.csv, columns: { name: name, value: { sum: value } }${keys} } }`,
        'a.csv',
        csv,
      );
    expect(await withKeys('')).toEqual([
      expect.stringContaining('(keep some rows by `limit: 6`; if they are groups, `rest: Others`'),
    ]);
    expect(await withKeys(', limit: 6, rest: Others')).toEqual([]);
  });

  test('a name in an option that no column has is an error at its place in dashboard.yml', async () => {
    const rows = (names: string) => `{ component: Rows, csv: a.csv, options: { text: [${names}] } }`;
    const check = (names: string) => diagnosticsOf(rows(names), 'a.csv', 'Code,Amount\n007,1\n');
    expect(await check('Code')).toEqual([]);
    expect(await check('Kode')).toEqual([
      expect.stringMatching(
        /^dashboard\.yml:\d+:\d+ {2}it \(Rows\): the table has no column 'Kode'; did you mean Code\?/,
      ),
    ]);
    expect(await check('Code, Zzz')).toEqual([
      expect.stringMatching(/^dashboard\.yml:\d+:\d+ .* no column 'Zzz' \(its columns are Code, Amount\)/),
    ]);
  });

  test.each([
    [
      'big5',
      'pmGwzyy+ULDiw0IspOm0wQqleKVfLDEwMCy2Z6RACrCqtq8sMjAwLLZnpEcKpXikpKWrq26k2bDPLDMwMCy2Z6RUCrdzpsus7L7HtumwzywxLKRHCg==',
    ],
    ['euc-kr', 'wfa/qiy4xcPiLLOvwqUKvK2/7ywxMDAsv/kKus676iwyMDAsyK0KtOuxuLGkv6q9wywzLLz2CsDOw7UsNCy48Qo='],
  ])('a file that is read as GB18030 and looks like %s gets a warning with the key', async (encoding, base64) => {
    const bytes = Buffer.from(base64, 'base64');
    const found = await diagnosticsOf('{ component: Rows, csv: a.csv }', 'a.csv', bytes);
    expect(found).toEqual([
      expect.stringContaining(`but its bytes look like ${encoding} (write \`encoding: ${encoding}\`)`),
    ]);
    const named = `{ component: Rows, csv: { file: a.csv, encoding: ${encoding} } }`;
    expect(await diagnosticsOf(named, 'a.csv', bytes)).toEqual([]);
  });

  test('a file that is Chinese text in GB18030 gets a note alone', async () => {
    const bytes = Buffer.from('tdjH+CzP+srbtu4syNXG2gqxsb6pLDEwMCzW3NK7CsnPuqMsMjAwLNbctv4KuePW3SwxLNbcyP0K', 'base64');
    expect(await diagnosticsOf('{ component: Rows, csv: a.csv }', 'a.csv', bytes)).toEqual([
      expect.stringContaining('note: the file is not UTF-8, and is read as GB18030 (write'),
    ]);
  });

  test('a line that repeats the header is skipped with a warning at its line', async () => {
    const selected = `{ component: 3D Pie Chart, csv: { file: a.csv, ${COLUMNS} } }`;
    const csv = 'Region,Amount\nEast,1\nRegion,Amount\nWest,2\n\ufeffRegion,Amount\nNorth,3\n';
    expect(await diagnosticsOf(selected, 'a.csv', csv)).toEqual([
      expect.stringMatching(/^data\/a\.csv:3:1 {2}warning: the line repeats the header, and is skipped, as 1 more/),
    ]);
    const byPosition = '{ component: Bar Chart, csv: a.csv }';
    expect(await diagnosticsOf(byPosition, 'a.csv', 's,c,v\nA,Mon,1\ns,c,v\nA,Tue,2\n')).toEqual([
      expect.stringMatching(/^data\/a\.csv:3:1 {2}warning: the line repeats the header, and is skipped \(/),
    ]);
  });

  test('a last line with fewer cells and without a line break is told, unless other rows are short, too', async () => {
    const selected = `{ component: 3D Pie Chart, csv: { file: a.csv, ${COLUMNS}, where: { Region: East } } }`;
    const check = (csv: string) => diagnosticsOf(selected, 'a.csv', csv);
    expect(await check('Region,Amount\nEast,1\nSou')).toEqual([
      expect.stringMatching(/^data\/a\.csv:3:1 {2}warning: the last line has fewer cells than the header/),
    ]);
    expect(await check('Region,Amount\nEast,1\nSou\n')).toEqual([]);
    expect(await check('Region,Amount\nEast,1\nWest\nSou')).toEqual([]);
    expect(await check('Region,Amount\nEast,1\nSouth,2')).toEqual([]);
  });

  test('an error in one of several files names the file and the line', async () => {
    const part = `{ file: a.csv, ${COLUMNS} }`;
    const list = `{ component: 3D Pie Chart, csv: [${part}, ${part}] }`;
    expect(await diagnosticsOf(list, 'a.csv', 'Region,Amount\nEast,x\n')).toEqual([
      expect.stringMatching(/^data\/a\.csv:2:2 {2}it \(3D Pie Chart\): Amount: 'x' is not a number/),
    ]);
  });

  test('an error in a list inside a JSON document names the line of the document', async () => {
    const definition =
      '{ component: 3D Pie Chart, json: { file: a.json, rows: items, columns: { name: n, value: v } } }';
    expect(
      await diagnosticsOf(definition, 'a.json', '{ "items": [\n{ "n": "East", "v": 7 },\n{ "n": "x", "v": "y" }\n] }'),
    ).toEqual([expect.stringMatching(/^data\/a\.json:3:18 {2}it \(3D Pie Chart\): items\[1\]\.v 'y' is not a number/)]);
    expect(await diagnosticsOf(definition, 'a.json', '{ "itms": [] }')).toEqual([
      expect.stringMatching(/^data\/a\.json:1:1 {2}.*has no items \(did you mean itms\? the keys are itms\)/),
    ]);
    expect(await diagnosticsOf(definition, 'a.json', '{ "items": [] }')).toEqual([
      expect.stringMatching(/^data\/a\.json:1:1 {2}warning: the file has no rows/),
    ]);
  });
});

describe('a JSON file that is not as its endpoint says', () => {
  const ROWS = '{ component: Rows, json: { file: a.ndjson, rows: data, columns: { v: v } } }';

  test('the key rows over a file with a document on each line is reported in dashboard.yml', async () => {
    const errors = await diagnosticsOf(ROWS, 'a.ndjson', '{"v":1}\n{"v":2}\n');
    expect(errors).toEqual([
      expect.stringMatching(/^dashboard\.yml:\d+:\d+ {2}.+ a document on each line \(write `unnest`/),
    ]);
  });

  test('a note says that a JSON file is read as GB18030, with a hint that names no key', async () => {
    const beijing = Buffer.from([0xb1, 0xb1, 0xbe, 0xa9]);
    const content = Buffer.concat([Buffer.from('[{"v": "'), beijing, Buffer.from('"}]')]);
    expect(
      await diagnosticsOf('{ component: Rows, json: { file: a.json, columns: { v: v } } }', 'a.json', content),
    ).toEqual([
      expect.stringMatching(
        /^data\/a\.json:1:1 {2}note: the file is not UTF-8, and is read as GB18030 \(save the file as/,
      ),
    ]);
  });
});
