// Runs command lines of the installed package one after another in one process, and prints what each of them printed.
import { readFileSync } from 'node:fs';

const [module] = process.argv.slice(2);
const { runCommandLine } = await import(module);
const lines = JSON.parse(readFileSync(0, 'utf8'));

/** Calls `work`, and returns what it wrote to a stream. */
const captured = (stream, texts) => {
  const { write } = stream;
  stream.write = (text, ...others) => {
    texts.push(String(text));
    others.findLast((one) => typeof one === 'function')?.();
    return true;
  };
  return () => {
    stream.write = write;
  };
};

const outcomes = [];
for (const args of lines) {
  const [out, error] = [[], []];
  const release = [captured(process.stdout, out), captured(process.stderr, error)];
  process.exitCode = 0;
  await runCommandLine(args);
  for (const end of release) end();
  outcomes.push({ args, code: process.exitCode, out: out.join(''), error: error.join('') });
}
process.exitCode = 0;
console.log(JSON.stringify(outcomes));
