import { spawn } from 'node:child_process';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address in the user's browser. If there is no browser, the user still sees the address in the terminal. */
export const openInBrowser = (url: string): void => {
  const [program = '', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
};
