// Plain JavaScript, because this file must run on any Node from 20 on.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the path at which the installer for Windows puts npm. */
const besideNode = (node) => join(dirname(node), 'node_modules', 'npm', 'bin', 'npm-cli.js');

/**
 * Returns the command of npm: the npm that started this process, or else on Windows the npm of this Node, or else the
 * first npm on the path. Node runs npm's own file where it can, because Windows starts `npm.cmd` only through a shell.
 */
export const npmCommand = (env = process.env, node = process.execPath, platform = process.platform) => {
  const known = [env.npm_execpath ?? '', ...(platform === 'win32' ? [besideNode(node)] : [])];
  const file = known.find((one) => one.endsWith('npm-cli.js') && existsSync(one));
  return file === undefined ? ['npm'] : [node, file];
};
