import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { createGateway } from '../local/gateway/create-gateway.ts';
import { resolveDashboardFolder } from './dashboard/dashboard-folder.ts';
import { DASHBOARD_OPTION } from './dashboard/dashboard-option.ts';
import { type Command, readOptions } from './read-options.ts';
import { describeError } from './run-command.ts';
import { claimPort, findPortProblem, readPort } from './start/claim-port.ts';
import { createEndSignal } from './start/end-signal.ts';
import { type Session, startSession } from './start/start-session.ts';
import { watchFolder } from './start/watch-folder.ts';

const COMMAND: Command = {
  name: 'npm start',
  purpose: 'Serves a dashboard folder on this machine, from the very package that is deployed.',
  options: {
    dashboard: DASHBOARD_OPTION,
    port: { type: 'string', value: 'n', meaning: 'the port; 0 for any that is free', default: '3000' },
  },
};

const fail = (text: string, exitCode = 1): never => {
  if (text !== '') console.error(text);
  process.exit(exitCode);
};

/** As shells report a program that a signal stopped before it had done its work. */
const EXIT_INTERRUPTED = 130;

/** At a terminal, Enter prints a fresh command: a digest lives only as long as maxSkew. */
const listenToEnter = ({ printCurl }: Session): void => {
  if (!process.stdin.isTTY) return;
  console.log('Press Enter for a fresh one (a digest is good for maxSkew only), Ctrl-C to end.');
  createInterface({ input: process.stdin }).on('line', () => void printCurl());
};

/** Serves until the signal. */
const start = async (values: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<void> => {
  const port = readPort(String(values.port));
  if (port === undefined) return fail(`--port is a number from 0 to 65535, found ${values.port}`, 2);
  const folder = resolveDashboardFolder(values.dashboard);
  const gateway = createGateway();
  const args = process.argv.slice(2);
  const taken = await findPortProblem(port, args);
  if (taken) return fail(taken.problem);

  const watch = await watchFolder(folder.path);
  const listen = () => claimPort(gateway.server, port, args);
  const session = await startSession({ folder, gateway, listen, signal });
  if ('problem' in session) return fail(session.problem);
  await session.printCurl();
  listenToEnter(session);
  watch.start(session.reload);
  if (!signal.aborted) await once(signal, 'abort');
  await watch.close();
  await session.close();
};

const read = readOptions(COMMAND, process.argv.slice(2));
if ('text' in read) {
  (read.exitCode === 0 ? console.log : console.error)(read.text);
  process.exit(read.exitCode);
}
const signal = createEndSignal();
try {
  await start(read.values, signal);
} catch (error) {
  fail(signal.aborted ? '' : describeError(error), signal.aborted ? EXIT_INTERRUPTED : 1);
}
process.exit(0);
