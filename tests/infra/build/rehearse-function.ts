import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { planRehearsal } from '../../../infra/build/code-cache/rehearsal.ts';
import { startStandIn } from '../../../infra/build/code-cache/stand-in.ts';

/** What a function answered and loaded, in a process of its own. */
export interface Rehearsed {
  readonly exported: readonly string[];
  readonly statusCode?: number;
  /** Files of the function, by their names without the hash. */
  readonly files: readonly string[];
  /** Modules of Node. */
  readonly builtins: readonly string[];
  readonly refused: boolean;
}

/** What tells the program's line from the function's own. */
const MARK = 'rehearsed ';

/** Runs in the function's process, which has nothing of ours but the bundle. */
const PROGRAM = `
const fs = require('node:fs');
const vm = require('node:vm');
const read = fs.readFileSync;
const files = [];
console.error = () => {};
fs.readFileSync = (path, ...rest) => (files.push(String(path)), read(path, ...rest));
let refused = false;
vm.Script = new Proxy(vm.Script, { construct: (Script, args) => {
  const script = new Script(...args);
  refused ||= script.cachedDataRejected === true;
  return script;
} });
const [folder, endpoint] = process.argv.slice(1);
const bundle = require(folder + '/index.js');
const event = { version: '2.0', rawPath: '/x', rawQueryString: '', pathParameters: { endpoint }, isBase64Encoded: false,
  headers: { 'content-type': 'application/json' }, body: '{"currentTime":1513137332798,"timePeriod":30}' };
const done = ({ statusCode } = {}) => console.log('${MARK}' + JSON.stringify({ exported: Object.keys(bundle),
  statusCode, refused, files: [...files, ...Object.keys(require.cache)], builtins: process.moduleLoadList }));
endpoint ? bundle.handler(event, { getRemainingTimeInMillis: () => 5000 }).then(done) : done();
`;

const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/-[A-Z0-9]{8}\./, '.');

const variables = (taskRoot: string, url: string): Record<string, string> => ({
  LAMBDA_TASK_ROOT: taskRoot,
  WALLFEED_BUCKET: 'bucket',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_ENDPOINT_URL: url,
});

const run = async (folder: string, env: Record<string, string>, endpoint: readonly string[]): Promise<Rehearsed> => {
  const child = spawn(process.execPath, ['--eval', PROGRAM, folder, ...endpoint], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [out] = await Promise.all([text(child.stdout), once(child, 'close')]);
  const lines = out.split('\n').filter((line) => line.startsWith(MARK));
  const rehearsed = JSON.parse(lines[0]?.slice(MARK.length) ?? '') as Rehearsed;
  return { ...rehearsed, files: [...new Set(rehearsed.files.map(nameOf))] };
};

/** Loads a copy of a bundle, alone in a folder of its own, and asks it once when an endpoint is named. */
export const rehearseFunction = async (family: string, bundle: string, endpoint?: string): Promise<Rehearsed> => {
  const { config, objects } = await planRehearsal(family);
  const standIn = await startStandIn(objects);
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-function-'));
  try {
    await cp(bundle, folder, { recursive: true });
    await writeFile(join(folder, 'dashboard.json'), JSON.stringify(config));
    return await run(folder, variables(folder, standIn.url), endpoint ? [endpoint] : []);
  } finally {
    standIn.close();
    await rm(folder, { recursive: true });
  }
};
