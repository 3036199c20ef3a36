// Starts a command of the npm package with Node 24. Plain JavaScript, because this file must run on any Node from 20 on.
import { findNode, isNewEnough } from './find-node.mjs';
import { runNode, watchParent } from './run-node.mjs';

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

const runHere = async () => {
  if (process.env.npm_lifecycle_event !== undefined) watchParent(() => process.kill(process.pid, 'SIGTERM'));
  await import('./main.js');
};

const runElsewhere = async () => {
  const node = await findNode().catch((error) => fail(error.message));
  runNode(node, process.argv.slice(1), process.env, fail);
};

await (isNewEnough() ? runHere() : runElsewhere());
