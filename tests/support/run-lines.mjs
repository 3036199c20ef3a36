// Runs the command lines that the parent process sends, one after another, and sends back what each of them printed.
// The argument is the path of the module with `runCommandLine`: in a clone or in an installed package.
import { flushCompileCache } from 'node:module';

const { runCommandLine } = await import(process.argv[2]);

/** Collects what is written to a stream, until the returned function is called. */
const capture = (stream) => {
  const { write } = stream;
  const texts = [];
  stream.write = (text, ...others) => {
    texts.push(String(text));
    others.findLast((one) => typeof one === 'function')?.();
    return true;
  };
  return () => {
    stream.write = write;
    return texts.join('');
  };
};

const setEnvironment = (environment) => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
};

const { exit } = process;
process.once('disconnect', () => exit.call(process));
// `start` calls exit at its end. This process must go on, because the next command follows.
process.exit = () => undefined;

process.on('message', async ({ args, environment }) => {
  setEnvironment(environment);
  const [out, error] = [capture(process.stdout), capture(process.stderr)];
  process.exitCode = 0;
  await runCommandLine(args);
  // Node would write the compiled modules when this process ends, after all that could use them.
  flushCompileCache();
  process.send({ code: process.exitCode, out: out(), error: error() });
});
