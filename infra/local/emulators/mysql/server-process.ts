import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import type { ServerProgram } from './find-server.ts';

/** Only listens on a socket in its folder. */
export interface ServerProcess {
  readonly socket: string;
  /** Ends the server as it is, and removes its folder unless the folder is kept. */
  end(): Promise<void>;
  /** Ends the server after it has written its files. */
  shutDown(): Promise<void>;
}

/**
 * Runs a server until the input of this shell ends, which happens as soon as the process that started it has ended, even
 * after SIGKILL. Then kills the server, because nobody needs its files.
 */
const GUARD = `exec 3<&0 4>&2 2>/dev/null
"$@" </dev/null 2>&4 3<&- 4>&- &
server=$!
(exec 4>&-; cat <&3 >/dev/null; kill -9 "$server") &
exec 4>&-
wait "$server"
code=$?
[ -z "$0" ] || rm -rf "$0"
exit $code`;

/** The default of MySQL, at which Aurora cuts a text. That of MariaDB is 1 MB. */
const GROUP_CONCAT_BYTES = 1_024;

const MAX_START_MS = 60_000;
const RETRY_MS = 50;
const MAX_LOG_CHARS = 4_000;

/** Runs a statement as the owner of the server; none if the text is empty. */
const runAsOwner = async (socketPath: string, statement: string): Promise<void> => {
  const connection = await createConnection({ socketPath, user: 'root' });
  if (statement !== '') await connection.query(statement);
  await connection.end();
};

const isListening = async (socket: string): Promise<boolean> => {
  try {
    await runAsOwner(socket, '');
    return true;
  } catch {
    return false;
  }
};

/**
 * Starts a server with these settings.
 * @param removed the folder that is removed once the server has ended; none if absent.
 * @throws Error with the end of the server's log if the server ends, or does not listen in time.
 */
export const startProcess = async (
  { path }: ServerProgram,
  settings: readonly string[],
  folder: string,
  { removed = '', timezone = 'UTC' }: { readonly removed?: string; readonly timezone?: string } = {},
): Promise<ServerProcess> => {
  const socket = join(folder, 'sock');
  const own = [`--socket=${socket}`, '--skip-networking', '--skip-log-bin', `--pid-file=${join(folder, 'pid')}`];
  const memory = ['--innodb-buffer-pool-size=32M', '--key-buffer-size=1M', '--performance-schema=OFF'];
  const limits = [`--group-concat-max-len=${GROUP_CONCAT_BYTES}`, '--character-set-server=utf8mb4'];
  const guard = spawn('sh', ['-c', GUARD, removed, path, ...settings, ...own, ...memory, ...limits], {
    // A group of its own, so that Ctrl-C in the terminal reaches the server through this process alone.
    detached: true,
    env: { ...process.env, TZ: timezone },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let log = '';
  guard.stderr.on('data', (piece: Buffer) => {
    log = (log + piece).slice(-MAX_LOG_CHARS);
  });
  guard.stdin.on('error', () => undefined);
  const exit = once(guard, 'exit');
  let hasEnded = false;
  exit.then(() => {
    hasEnded = true;
    guard.stdin.destroy();
  });
  const end = async (): Promise<void> => {
    guard.ref();
    guard.stdin.end();
    await exit;
  };
  const before = performance.now();
  while (!(await isListening(socket))) {
    if (hasEnded || performance.now() - before > MAX_START_MS) {
      await end();
      const reason = log.trim().split('\n').at(-1);
      throw new Error(`the server did not start: ${reason}`);
    }
    await delay(RETRY_MS);
  }
  const shutDown = async (): Promise<void> => {
    guard.ref();
    await runAsOwner(socket, 'shutdown').catch(() => undefined);
    await exit;
  };
  guard.unref();
  return { socket, end, shutDown };
};
