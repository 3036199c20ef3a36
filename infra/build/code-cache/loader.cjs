// A function's index.js when it has a V8 code cache: runs main.js and its chunks as scripts, each with the cache that
// lies beside it. A cache that V8 refuses (another Node, another processor) costs the time saved, and nothing else.
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const modules = new Map();
let refused = false;

const readCache = (filename) => {
  if (refused) return undefined;
  try {
    return readFileSync(`${filename}.cache`);
  } catch {
    return undefined;
  }
};

const load = (filename) => {
  const known = modules.get(filename);
  if (known) return known.exports;
  const module = { exports: {} };
  modules.set(filename, module);
  // esbuild writes ASCII, which is read fastest as latin1.
  const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData: readCache(filename) });
  refused ||= script.cachedDataRejected === true;
  const folder = dirname(filename);
  const resolve = (id) => (id.startsWith('.') ? load(join(folder, id)) : require(id));
  script.runInThisContext()(module.exports, resolve, module, filename, folder);
  return module.exports;
};

exports.handler = load(join(__dirname, 'main.js')).handler;
