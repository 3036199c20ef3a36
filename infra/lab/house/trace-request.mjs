import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'acorn';
import { full } from 'acorn-walk';

/*
 * A program: loads the function of family pie from its sources, and prints as JSON which files' functions run for a
 * request, in their order, and how often. Its arguments are the folder of the project, and the kind of request: `fresh`
 * reads two rows, `revalidated` finds the file unchanged, and `hit` is answered from the cache.
 */
const [root = '.', scenario = 'fresh'] = process.argv.slice(2);

const order = [];
let isTracing = false;
globalThis.enterFile = (file) => {
  if (isTracing) order.push(file);
};

/** Returns the insertions that make a function report that it runs: positions in its code, and texts. */
const reportOf = ({ body }, call) =>
  body.type === 'BlockStatement'
    ? [[body.start + 1, `${call};`]]
    : [
        [body.start, `(${call},`],
        [body.end, ')'],
      ];

const instrument = (code, file) => {
  const call = `enterFile(${JSON.stringify(file)})`;
  const inserts = [];
  full(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    if (/Function/.test(node.type)) inserts.push(...reportOf(node, call));
  });
  return inserts
    .sort(([a], [b]) => b - a)
    .reduce((text, [at, insert]) => text.slice(0, at) + insert + text.slice(at), code);
};

registerHooks({
  load: (url, context, nextLoad) => {
    const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
    if (!/^(?:functions|schemas|shared)\/.*\.ts$/.test(file)) return nextLoad(url, context);
    const code = stripTypeScriptTypes(readFileSync(join(root, file), 'utf8'));
    return { format: 'module', source: instrument(code, file), shortCircuit: true };
  },
});

let version = 0;
const objects = createServer((request, response) => {
  if (scenario === 'revalidated' && request.headers['if-none-match']) return response.writeHead(304).end();
  version += 1;
  const rows = Buffer.from('name,value,score,pv\nEast,12,92.1,184\nWest,30,94.6,115\n');
  return response.writeHead(200, { etag: `"${version}"`, 'content-length': rows.length }).end(rows);
});
await new Promise((resolve) => objects.listen(0, '127.0.0.1', resolve));

const taskRoot = mkdtempSync(join(tmpdir(), 'wallfeed-trace-'));
const endpoint = {
  component: '3D Pie Chart',
  shape: '3d-pie-chart',
  options: {},
  tokens: [],
  deadline: 8_000,
  ...(scenario === 'hit' && { cache: { ttl: 60_000, shared: false } }),
  tables: { table: { source: 'csv', key: 'x.csv' } },
};
const config = { dashboard: 'trace', family: 'pie', version: '1', timezone: 'UTC', endpoints: { x: endpoint } };
writeFileSync(join(taskRoot, 'dashboard.json'), JSON.stringify(config));
Object.assign(process.env, {
  LAMBDA_TASK_ROOT: taskRoot,
  WALLFEED_BUCKET: 'trace',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'trace',
  AWS_SECRET_ACCESS_KEY: 'trace',
  AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${objects.address().port}`,
});

const { open } = await import(pathToFileURL(join(root, 'functions/pie/handler.ts')).href);
const { handler } = await open();
const ask = () =>
  handler(
    {
      version: '2.0',
      routeKey: 'POST /pie/{endpoint}',
      rawPath: '/pie/x',
      rawQueryString: '',
      pathParameters: { endpoint: 'x' },
      requestContext: { http: { method: 'POST' } },
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ currentTime: Date.now(), timePeriod: 30 }),
      isBase64Encoded: false,
    },
    { awsRequestId: 'one', functionName: 'trace-pie' },
  );

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;
await ask();
isTracing = true;
const { statusCode } = await ask();
isTracing = false;
process.stdout.write = write;
rmSync(taskRoot, { recursive: true });
const folders = order.map((file) => dirname(file));
const moves = folders.filter((folder, at) => at > 0 && folder !== folders[at - 1]).length;
const calls = Object.fromEntries(
  [...new Set(order)].sort().map((file) => [file, order.filter((one) => one === file).length]),
);
write(`${JSON.stringify({ statusCode, files: new Set(order).size, folders: new Set(folders).size, moves, calls })}\n`);
process.exit();
