import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { invocationFolder } from '../../dashboard/folder/dashboard-folder.ts';
import { explainWriteError } from '../../terminal/fail.ts';
import type { GatewayRequest } from '../gateway/create-gateway.ts';

/** A file with the lines that functions, Lambda and the gateway would log, each with its time before it. */
export interface LogFile {
  readonly path: string;
  /** Writes a line of a function. Other output of its process is left out. */
  readonly writeFunction: (line: string) => void;
  /** Writes the lines of Lambda for an invocation. */
  readonly writeInvocation: (id: string, milliseconds: number, dashboard: LoadedDashboard) => void;
  /** Writes the line of the gateway's access log. */
  readonly writeRequest: (request: GatewayRequest, dashboard: LoadedDashboard) => void;
  /** Waits until all lines are written. */
  readonly close: () => Promise<void>;
}

/** Matches the beginning of a file of such lines. */
const BEGINNING = /^\d{4}-\d\d-\d\dT[\d:.]+Z /;
const TIME_CHARS = 32;

const accessLine = ({ id, address, route, path, status, milliseconds, bytes }: GatewayRequest): string => {
  const texts = { id, ip: address, route, path, status: String(status), ms: String(Math.round(milliseconds)) };
  return JSON.stringify({ ...texts, bytes: String(bytes), error: '-', integrationError: '-' });
};

const openToAppend = async (path: string, name: string) => {
  const file = await open(path, 'a+').catch((error) => {
    throw explainWriteError(error, `--log: ${name}`);
  });
  const { bytesRead, buffer } = await file.read(Buffer.alloc(TIME_CHARS), 0, TIME_CHARS, 0);
  if (bytesRead === 0 || BEGINNING.test(buffer.toString('latin1', 0, bytesRead))) return file;
  await file.close();
  throw new Error(`--log: ${name} exists, and is no log: choose another name, such as wall.log`);
};

/**
 * Opens a file for log lines, which are added to those that it has.
 * @throws Error with a message for the user if the file cannot be written, or holds something else.
 */
export const openLogFile = async (name: string): Promise<LogFile> => {
  const path = resolve(invocationFolder(), name);
  const file = await openToAppend(path, name);
  let writing: Promise<unknown> = Promise.resolve();
  const write = (...lines: readonly string[]): void => {
    const text = lines.map((line) => `${new Date().toISOString()} ${line.trimEnd()}\n`).join('');
    writing = writing.then(() => file.appendFile(text)).catch(() => undefined);
  };
  return {
    path,
    writeFunction: (line) => {
      if (line.startsWith('{"_aws":') || line.startsWith('{"dashboard":')) write(line);
    },
    writeInvocation: (id, milliseconds, { log, memory }) => {
      if (log === 'summary') return;
      const times = `Duration: ${milliseconds.toFixed(2)} ms\tBilled Duration: ${Math.ceil(milliseconds)} ms`;
      const report = `REPORT RequestId: ${id}\t${times}\tMemory Size: ${memory} MB\t`;
      write(`START RequestId: ${id} Version: $LATEST`, `END RequestId: ${id}`, report);
    },
    writeRequest: (request, { accessLog }) => {
      if (accessLog !== 'none') write(accessLine(request));
    },
    close: async () => {
      await writing;
      await file.close();
    },
  };
};
