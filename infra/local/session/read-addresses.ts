import { type CommandFailure, EXIT_USAGE, fail } from '../../terminal/fail.ts';
import { findPortProblem, readHost, readPort } from './claim-port.ts';

export interface Addresses {
  readonly port: number;
  /** 0 for any free port. */
  readonly consolePort: number;
  readonly host: string;
}

interface AddressOptions {
  readonly port: string;
  readonly host: string;
  readonly 'console-port'?: string | undefined;
}

/** Returns a mistake in one line. */
export const readAddresses = (options: AddressOptions): Addresses | CommandFailure => {
  const { 'console-port': forConsole = '0' } = options;
  const [port, consolePort] = [readPort(options.port), readPort(forConsole)];
  if (port === undefined) return fail(`--port must be a number from 0 to 65535, found ${options.port}`, EXIT_USAGE);
  if (consolePort === undefined)
    return fail(`--console-port must be a number from 0 to 65535, found ${forConsole}`, EXIT_USAGE);
  if (port !== 0 && port === consolePort)
    return fail(`--console-port must be another port than --port, found ${port} for both`, EXIT_USAGE);
  const host = readHost(options.host);
  if (host === undefined) return fail(`--host must be an address such as 0.0.0.0, found ${options.host}`, EXIT_USAGE);
  return { port, consolePort, host };
};

/**
 * Returns an error if a port is taken, so that the command fails before it builds anything.
 * @param args the arguments that the user typed.
 */
export const findTaken = async ({ port, consolePort, host }: Addresses, args: readonly string[]) =>
  (await findPortProblem(port, { args }, host)) ??
  (consolePort === 0 ? undefined : findPortProblem(consolePort, { args, option: '--console-port' }));
