// Plain JavaScript, because any Node from 20 on reads it.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where the installer for Windows puts npm. */
const besideNode = (node) => join(dirname(node), 'node_modules', 'npm', 'bin', 'npm-cli.js');

/**
 * The npm that started us, else the one of this Node on Windows, else the first one on the path. Node runs npm's own
 * file where it can, because Windows starts `npm.cmd` only through a shell.
 */
export const npmCommand = (env = process.env, node = process.execPath, platform = process.platform) => {
  const known = [env.npm_execpath ?? '', ...(platform === 'win32' ? [besideNode(node)] : [])];
  const file = known.find((one) => one.endsWith('npm-cli.js') && existsSync(one));
  return file === undefined ? ['npm'] : [node, file];
};
