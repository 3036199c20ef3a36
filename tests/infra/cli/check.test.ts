import { chmod } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { endpointsFile, writeFolder } from '../../support/folders/write-folder.ts';
import { runCommand } from '../../support/run-command.ts';

const check = (from: string, ...args: readonly string[]) => runCommand('check', args, { from });

const GOOD = {
  'dashboard.yml': endpointsFile(
    '  rings: { component: Colorful Progress Bar, json: rings.json }',
    '  pie: { component: 3D Pie Chart, csv: pie.csv }',
    '  same: { component: 3D Pie Chart, csv: pie.csv, token: none }',
    '  sql: { component: Pie Chart, sql: file:queries/pie.sql, reading: sample }',
    '  far: { component: Mini Pie Chart, csv: s3://other-bucket/some/key.csv, options: { fill: 0 } }',
  ),
  'data/pie.csv': 'name,value,score,pv\na,1,,\n',
  'data/rings.json': '{"series": []}',
  'queries/pie.sql': 'select name, part, n from pies where at between :from and :to;\n',
};

const BAD = {
  'dashboard.yml': endpointsFile('  pie: { component: 3D Pie Chart, csv: pie.csv, options: { unit: x } }'),
  'data/pie.csv': 'name,value,score,pv\na,x,,\n',
};

const UNKNOWN_OPTION = '`options.unit` is unknown; this component has no options (remove it)';

const SEEDED = {
  'dashboard.yml': endpointsFile(
    '  good: { component: Pie Chart, sql: "select channel, kind, n from orders where at between :from and :to" }',
    '  column: { component: Pie Chart, sql: "select :timePeriod::text, chanel, n from orders" }',
    '  flow: { component: 3D Sankey Diagram, nodes: { sql: "select a, b from ordrs" }, links: { csv: links.csv } }',
    '  file: { component: Pie Chart, sql: file:queries/file.sql }',
  ),
  'data/seed.sql': 'create table orders (at timestamptz, channel text, kind text, n int);\n',
  'data/links.csv': 'from,to,weight\na,b,1\n',
  'queries/file.sql': 'select channel, kind,\n  totl(n) from orders\n',
};

describe('npm run check', () => {
  test('npm run check finds tables, columns and functions that the seeded database does not have', async () => {
    const { code, out } = await check(await writeFolder(SEEDED), '--dashboard', '.');
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      '3 errors in 3 endpoints',
      '',
      'dashboard.yml:4:67  column (Pie Chart): the database refuses the statement: column "chanel" does not exist (Perhaps you meant to reference the column "orders.channel".)',
      'dashboard.yml:5:73  flow (3D Sankey Diagram): the database refuses the statement: relation "ordrs" does not exist (did you mean orders?)',
      '',
      'queries/file.sql:2:3  file (Pie Chart): the database refuses the statement: function totl(integer) does not exist (No function matches the given name and argument types. You might need to add explicit type casts.)',
      '',
    ]);
  });

  test.each(['text', 'github'])(
    'npm run check shows control characters of cells and keys in the format %s',
    async (format) => {
      const steering = {
        'dashboard.yml': endpointsFile('  "a\\e]0;x": { component: 3D Pie Chart, csv: pie.csv }'),
        'data/pie.csv': 'name,value,score,pv\na,\x1b[2Jx\x9b\u202e,,\n',
      };
      const { out, error } = await check(await writeFolder(steering), '--format', format);
      expect(out + error).not.toMatch(/[^\P{Cc}\n\t]|[\u2028-\u202e]/u);
      expect(out).toContain('\\x1b');
    },
  );

  test('npm run check shows control characters of arguments', async () => {
    const folder = await writeFolder(GOOD);
    const unknown = await check(folder, '--da\x1b[2Jsh');
    const missing = await check(folder, '--dashboard', 'no\x9bwhere');
    expect([unknown.error, missing.error].join('')).not.toMatch(/[^\P{Cc}\n\t]/u);
    expect(unknown.error).toContain('\\x1b[2J');
    expect(missing.error).toContain('\\x9b');
  });

  test('npm run check counts the datasets and their files', async () => {
    const file =
      'dashboard: shop\ndatasets: { pies: { csv: pie.csv } }\nendpoints:\n  pie: { component: 3D Pie Chart, dataset: pies }\n';
    const { code, out } = await check(
      await writeFolder({ 'dashboard.yml': file, 'data/pie.csv': 'a,b,c,d\nx,1,,\n' }),
      '--dashboard',
      '.',
    );
    expect(code).toBe(0);
    expect(out.trim()).toBe('shop is valid: 1 endpoint, 1 component, 1 dataset, 1 data file');
  });

  test('npm run check prepares the statement of a dataset once in the seeded database, and not for each of its endpoints', async () => {
    const dataset = 'datasets: { sales: { sql: "select channel, kind, n from ordrs" } }\n';
    const pie = (slug: string) => `  ${slug}: { component: Pie Chart, dataset: sales }`;
    const files = { ...SEEDED, 'dashboard.yml': `${dataset}${endpointsFile(pie('one'), pie('two'))}` };
    const { code, out } = await check(await writeFolder(files), '--dashboard', '.');
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      '1 error',
      '',
      'dashboard.yml:1:57  the database refuses the statement: relation "ordrs" does not exist (did you mean orders?)',
      '',
    ]);
  });

  test.each([
    ['  aa:\n    component:Pie Chart\n    csv: a.csv', 'put a blank after the colon: `component: Pie Chart`'],
    ['  aa: { component: Pie Chart, csv:pie.csv }', 'put a blank after the colon: `csv: pie.csv`'],
    [
      '  aa: { component: Bubble Chart, json: other.json }',
      "add 'series', or select rows of a list: json: { file: ..., rows: data.items, columns: { ... } }",
    ],
  ])('npm run check prints a hint for the endpoint %j', async (endpoint, hint) => {
    const files = { 'dashboard.yml': endpointsFile(endpoint), 'data/other.json': '{"data": {"items": [{"a": 1}]}}' };
    const { code, out } = await check('/', '--dashboard', await writeFolder(files));
    expect(code).toBe(1);
    expect(out.replace(/\s+/g, ' ')).toContain(`(${hint})`);
  });

  test('a statement for a database that dashboard.yml names gets warnings instead of errors, because that database may accept it', async () => {
    const database =
      "database: { cluster: 'arn:aws:rds:eu-west-1:123456789012:cluster:a', secret: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:a-1a2b3c', name: shop }\n";
    const file = `${database}${endpointsFile('  orders: { component: Pie Chart, sql: "select a, b, c from far" }')}`;
    const { code, out } = await check('/', '--dashboard', await writeFolder({ ...SEEDED, 'dashboard.yml': file }));
    expect(code).toBe(0);
    expect(out).toContain(
      'warning: orders (Pie Chart): the database refuses the statement: relation "far" does not exist',
    );
  });

  test('npm run check runs the seeds, and prepares no statement if a seed fails', async () => {
    const files = {
      ...SEEDED,
      'data/seed.sql': `${SEEDED['data/seed.sql']}insert into orders (chanel)\n  values ('a');\n`,
    };
    const { code, out } = await check('/', '--dashboard', await writeFolder(files));
    expect(code).toBe(1);
    expect(out).toMatch(/data\/seed\.sql:2:21 {2}column "chanel" of relation "orders" does not exist \(/);
    expect(out).toMatch(/^1 error\n\n/);
  });

  test('npm run check prints the numbers of endpoints, components and data files of a valid dashboard', async () => {
    const { code, out, error } = await check('/', '--dashboard', await writeFolder(GOOD));
    expect([code, error]).toEqual([0, '']);
    expect(out).toBe('ops-room is valid: 5 endpoints, 4 components, 2 data files\n');
  });

  test('npm run check refuses more routes than API Gateway allows', async () => {
    const owns = Array.from(
      { length: 300 },
      (_, i) => `  e${i}x: { component: 3D Pie Chart, csv: pie.csv, path: /own/${i} }`,
    );
    const folder = await writeFolder({ 'dashboard.yml': endpointsFile(...owns), 'data/pie.csv': GOOD['data/pie.csv'] });
    const { code, out } = await check(folder, '--dashboard', '.');
    expect(code).toBe(1);
    expect(out).toBe(
      '1 error\n\ndashboard.yml:1:1  API Gateway refuses the routes: there are 301 routes (an HTTP API allows 300)\n',
    );
  });

  test('npm run check refuses more resources than CloudFormation allows, and says what to leave out', async () => {
    const openings = Array.from({ length: 200 }, (_, n) => {
      const time = (minute: number) =>
        [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
      return `'Mon ${time(7 * n)}-${time(7 * n + 1)}'`;
    });
    const pies = Array.from(
      { length: 280 },
      (_, n) => `  pie-${n}: { component: 3D Pie Chart, csv: pie.csv, path: /own/${n} }`,
    );
    const file = `hours: [${openings.join(', ')}]\n${endpointsFile(...pies)}`;
    const { code, out } = await check(
      await writeFolder({ 'dashboard.yml': file, 'data/pie.csv': GOOD['data/pie.csv'] }),
    );
    expect(code).toBe(1);
    expect(out).toMatch(
      /dashboard\.yml:1:1 {2}the stack has 5\d\d resources, and CloudFormation allows 500: leave out `path` of endpoints \(there are 281 routes\) or openings of `hours` \(200 schedules\), set `watch` to basic or none \(4 alarms\)/,
    );
  });

  test('npm run check refuses more tokens than fit into the policy of a role', async () => {
    const name = (i: number) => `ssm:/wall/${'long-name-'.repeat(12)}${i}`;
    const endpoints = Array.from(
      { length: 70 },
      (_, i) => `  e${i}x: { component: 3D Pie Chart, csv: pie.csv, token: ${name(i)} }`,
    );
    const folder = await writeFolder({
      'dashboard.yml': endpointsFile(...endpoints),
      'data/pie.csv': GOOD['data/pie.csv'],
    });
    const { code, out } = await check(folder, '--dashboard', '.');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^1 error; 1 note\n\ndashboard\.yml:1:1 {2}the endpoints of pie use too many tokens.* IAM allows 10240; let endpoints share/,
    );
  });

  test('npm run check prints every error, with paths relative to the user’s folder', async () => {
    const folder = await writeFolder(BAD);
    const { code, out } = await check(dirname(folder), `--dashboard=${basename(folder)}`);
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      '2 errors in 1 endpoint',
      '',
      `${basename(folder)}/dashboard.yml:3:60  pie (3D Pie Chart): ${UNKNOWN_OPTION}`,
      '',
      expect.stringMatching(/\/data\/pie\.csv:2:2 {2}pie \(3D Pie Chart\): value: 'x' is not a number \(.+\)$/),
      '',
    ]);
  });

  test('npm run check prints and counts warnings, and exits with 0', async () => {
    const files = { ...GOOD, 'dashboard.yml': `token: ssm:/nowhere\nmaxSkew: off\n${GOOD['dashboard.yml']}` };
    const { code, out, error } = await check(await writeFolder(files), '--dashboard', '.');
    expect([code, error]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      'ops-room is valid: 5 endpoints, 4 components, 2 data files; 1 warning, 1 note',
      '',
      expect.stringMatching(/^dashboard\.yml:2:10 {2}warning: `maxSkew` is off: .+ \(.+\)$/),
      '',
      expect.stringMatching(
        /^dashboard\.yml:1:8 {2}note: the local stack answers 401 until .secrets.yml has \/nowhere/,
      ),
      '',
    ]);
  });

  test('npm run check prints all errors before the warnings, and counts both', async () => {
    const folder = await writeFolder({
      ...BAD,
      'dashboard.yml': `token: ssm:/x\nmaxSkew: off\n${BAD['dashboard.yml']}`,
    });
    const { code, out } = await check(folder, '--dashboard', '.');
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      '2 errors in 1 endpoint; 1 warning, 1 note',
      '',
      expect.stringMatching(/^dashboard\.yml:5:60 {2}pie/),
      '',
      expect.stringMatching(/^data\/pie\.csv:2:2 {2}pie/),
      '',
      expect.stringMatching(/^dashboard\.yml:2:10 {2}warning: /),
      '',
      expect.stringMatching(/^dashboard\.yml:1:8 {2}note: /),
      '',
    ]);
  });

  test('npm run check warns of a .secrets.yml that all users may read', async () => {
    const file = endpointsFile('  pie: { component: 3D Pie Chart, csv: pie.csv, token: ssm:/a }');
    const folder = await writeFolder({ ...GOOD, 'dashboard.yml': file, '.secrets.yml': "/a: 'secret'\n" });
    const warning =
      '.secrets.yml:1:1  warning: all users of this machine may read the secrets (run chmod 600 .secrets.yml)';
    expect((await check(folder)).out).not.toContain('chmod');
    await chmod(join(folder, '.secrets.yml'), 0o644);
    const { code, out } = await check(folder);
    expect([code, out]).toEqual([0, expect.stringContaining(warning)]);
  });

  test('npm run check names the place where dashboard.yml is nested too deep', async () => {
    const deep = `dashboard: shop\nendpoints: ${'{ a: '.repeat(5000)}1${' }'.repeat(5000)}\n`;
    const { code, out } = await check(await writeFolder({ 'dashboard.yml': deep }));
    expect(code).toBe(1);
    expect(out).toContain('dashboard.yml:2:507  nested deeper than 100 levels');
    expect(out).not.toContain('call stack');
  });

  test('npm run check prints the errors of .secrets.yml without the names of its secrets', async () => {
    const files = { ...GOOD, 'dashboard.yml': `token: ssm:/a\n${GOOD['dashboard.yml']}` };
    expect((await check('/', '--dashboard', await writeFolder(files))).code).toBe(0);
    const folder = await writeFolder({ ...files, '.secrets.yml': '/a: 123\n' });
    const { code, out } = await check(folder, '--dashboard', '.');
    expect(code).toBe(1);
    expect(out).toBe('1 error\n\n.secrets.yml:1:5  the value of /a is not text (put the value in quotes)\n');
  });

  test('npm run check prints the syntax errors of the seeds of the local database', async () => {
    const seeds = {
      'data/1.sql': 'create table a (n int);\ninsert into a values (1);\n',
      'data/more/2.SQL': "create table b (n text);\ninsert into b values ('é😀') 1;\n",
      'data/3.sql': Uint8Array.from([0xb0, 0xa1]),
      'data/4.sql': 'select 1\0;',
    };
    const { code, out } = await check('/', '--dashboard', await writeFolder({ ...GOOD, ...seeds }));
    expect(code).toBe(1);
    expect(out.replace(/^.*?(?=data\/)/gm, '').split('\n')).toEqual([
      '3 errors',
      '',
      'data/3.sql:1:1  the file is not UTF-8 (save it as UTF-8)',
      '',
      'data/4.sql:1:9  a NUL character (remove it)',
      '',
      'data/more/2.SQL:2:30  not SQL: syntax error at or near "1" (correct the statement here)',
      '',
    ]);
  });

  test('npm run check names files relative to the given folder if the user is outside of it', async () => {
    const folder = await writeFolder({ ...BAD, 'inner/x': '' });
    expect((await check(join(folder, 'inner'), '--dashboard', '..')).out).toContain('\n../data/pie.csv:2:2  ');
    expect((await check(join(folder, 'inner'), '--dashboard', folder)).out).toContain(`\n${folder}/data/pie.csv:2:2  `);
  });

  test.each([
    [['--dashbord', 'x'], "unknown option '--dashbord' (Did you mean --dashboard?)"],
    [['--port=3'], "unknown option '--port=3'"],
    [['x'], "unexpected argument 'x' (Did you mean npm run check -- --dashboard x?)"],
    [['--dashboard'], "option '--dashboard <folder>' needs a value"],
    [['--dashboard='], "option '--dashboard <folder>' needs a value"],
    [['--dashboard', 'x', '--dashboard=y'], '--dashboard is given twice'],
  ])('npm run check refuses %j in one line', async (args, expected) => {
    const { code, out, error } = await check('/', ...args);
    expect([code, out]).toEqual([2, '']);
    expect(error).toBe(`${expected}. For help: npm run check -- --help\n`);
  });

  test('npm run check prints the diagnostics as JSON, with files relative to the current folder', async () => {
    const folder = await writeFolder(BAD);
    const { code, out, error } = await check(dirname(folder), '--dashboard', basename(folder), '--format', 'json');
    expect([code, error]).toEqual([1, '']);
    expect(JSON.parse(out)).toEqual({
      diagnostics: [
        {
          file: `${basename(folder)}/dashboard.yml`,
          line: 3,
          column: 60,
          severity: 'error',
          message: '`options.unit` is unknown; this component has no options',
          hint: 'remove it',
          endpoint: 'pie',
          component: '3D Pie Chart',
        },
        expect.objectContaining({ file: `${basename(folder)}/data/pie.csv`, line: 2, column: 2, endpoint: 'pie' }),
      ],
    });
  });

  test('npm run check prints an empty list as JSON for a dashboard without diagnostics', async () => {
    const { code, out } = await check(await writeFolder(GOOD), '--format=json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ diagnostics: [] });
  });

  test('npm run check prints the diagnostics as annotations for GitHub, with reserved characters encoded', async () => {
    const data = { 'data/a,b.csv': 'name,value,score,pv\na,50%x,,\n' };
    const named = endpointsFile('  pie: { component: 3D Pie Chart, csv: "a,b.csv" }');
    const folder = await writeFolder({ 'dashboard.yml': `token: ssm:/x\nmaxSkew: off\n${named}`, ...data });
    const { code, out } = await check(folder, '--dashboard', '.', '--format', 'github');
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(
        /^::error file=data\/a%2Cb\.csv,line=2,col=2::pie \(3D Pie Chart\): value: '50%25x' is not/,
      ),
      expect.stringMatching(/^::warning file=dashboard\.yml,line=2,col=10::`maxSkew` is off/),
      expect.stringMatching(/^::notice file=dashboard\.yml,line=1,col=8::the local stack answers 401 until/),
      '',
    ]);
  });

  test('npm run check prints notes last, counts them, and exits with 0', async () => {
    const selected = 'csv: { file: pie.csv, columns: { name: name, value: value } }';
    const folder = await writeFolder({
      ...GOOD,
      'dashboard.yml': `token: ssm:/x\nmaxSkew: off\n${endpointsFile(`  pie: { component: 3D Pie Chart, ${selected} }`)}`,
    });
    const { code, out } = await check(folder, '--dashboard', '.');
    expect(code).toBe(0);
    expect(out.split('\n').filter(Boolean)).toEqual([
      expect.stringMatching(/; 1 warning, \d notes?$/),
      expect.stringMatching(/^dashboard\.yml:2:10 {2}warning: /),
      ...Array.from({ length: out.match(/ {2}note: /g)?.length ?? 0 }, () => expect.stringContaining('  note: ')),
    ]);
    expect(out).toContain('data/pie.csv:1:1  note: no endpoint uses score, pv');
    const { out: annotated } = await check(folder, '--dashboard', '.', '--format', 'github');
    expect(annotated).toContain('::notice file=data/pie.csv,line=1,col=1::no endpoint uses score, pv');
  });

  test('npm run check prints nothing for GitHub if there are no diagnostics', async () => {
    expect(await check(await writeFolder(GOOD), '--format', 'github')).toEqual({ code: 0, out: '', error: '' });
  });

  test('npm run check prints a help text with --help', async () => {
    const { code, out } = await check('/', '--help');
    expect(code).toBe(0);
    expect(out).toContain('Usage: npm run check -- [options]');
    expect(out).toContain('  --dashboard <folder>  the dashboard folder');
  });
});
