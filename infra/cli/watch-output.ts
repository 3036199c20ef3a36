import { fstatSync, writeSync } from 'node:fs';
import { causeOfWriteError } from '../terminal/fail.ts';
import { printError } from '../terminal/print.ts';

type Output = NodeJS.WriteStream & { fd: number };

/** Writes all bytes of a chunk to a file. Node takes it as written if the disk had room for its first bytes only. */
const writeAll = (fd: number, chunk: Buffer | string, encoding: BufferEncoding): void => {
  let rest = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
  while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
};

const isFile = (fd: number): boolean => {
  try {
    return fstatSync(fd).isFile();
  } catch {
    return false;
  }
};

const finishWrites = (output: Output): void => {
  if (!isFile(output.fd)) return;
  output._write = (chunk, encoding, done) => {
    try {
      writeAll(output.fd, chunk, encoding);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
};

/** Ends the program as SIGTERM does, so that a command that serves or deploys can tidy up. */
const endQuietly = (): void => {
  if (process.listenerCount('SIGTERM') > 0) process.emit('SIGTERM', 'SIGTERM');
  else process.exit();
};

/**
 * Watches what happens to the output of every command. If its reader has ended, as in `wallfeed start | head -3`, the
 * command ends without a word. If it cannot be written, a sentence says so, and the exit code is 1: the command goes on,
 * because a full disk of its log should end no wall and no deployment.
 */
export const watchOutput = ({ stdout, stderr }: Pick<typeof process, 'stdout' | 'stderr'> = process): void => {
  let hasFailed = false;
  const onError = (error: NodeJS.ErrnoException, isResult: boolean): void => {
    if (hasFailed) return;
    hasFailed = true;
    if (error.code === 'EPIPE') endQuietly();
    else {
      process.exitCode = 1;
      if (isResult) printError(`the standard output cannot be written: ${causeOfWriteError(error)}`);
    }
  };
  for (const output of [stdout, stderr]) {
    finishWrites(output);
    output.on('error', (error) => onError(error, output === stdout));
  }
};
