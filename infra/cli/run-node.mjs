// Plain JavaScript, because this file must run on any Node from 20 on.
import { spawn } from 'node:child_process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const PARENT_CHECK_MS = 500;

/** Calls `end` once the parent process has ended, because npm passes no signal on and SIGKILL cannot be caught. */
export const watchParent = (end) => {
  const parent = process.ppid;
  const look = () => process.ppid === parent || end();
  setInterval(look, PARENT_CHECK_MS).unref();
};

/**
 * Runs a program with another Node, and exits with its exit code or signal. Ctrl-C in a terminal reaches the program as
 * well as this process; other signals are passed on.
 */
export const runNode = (node, args, env, fail) => {
  const child = spawn(node, args, { stdio: 'inherit', env });
  const passOn = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, passOn);
  watchParent(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(`The command could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    for (const name of SIGNALS) process.removeAllListeners(name);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code ?? 1;
  });
};
