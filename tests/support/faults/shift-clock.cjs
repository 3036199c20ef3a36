// Replaces both clocks of a function's process, and the timers of its deadlines, by the clocks in a file. The file may
// change at any time. Node preloads this module into the process.
const { readFileSync } = require('node:fs');

const RealDate = Date;
const sinceOrigin = performance.now.bind(performance);
const real = () => performance.timeOrigin + sinceOrigin();

/** Returns both clocks in milliseconds. */
const readClocks = () => {
  const { wall, steady, setAt, rate } = JSON.parse(readFileSync(process.env.CLOCK_FILE, 'utf8'));
  const passed = (real() - setAt) * rate;
  return { wall: Math.floor(wall + passed), steady: steady + passed };
};

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [readClocks().wall] : args));
  }
  static now() {
    return readClocks().wall;
  }
};
Object.defineProperty(performance, 'now', { value: () => readClocks().steady });

const LOOK_MS = 10;

const deadlines = new Set();

/**
 * Aborts the deadlines that had passed at the previous check. Responses that came in time are read between two checks.
 */
const look = () => {
  const { steady } = readClocks();
  const passed = [...deadlines].filter(({ hasPassed }) => hasPassed).sort((a, b) => a.endsAt - b.endsAt);
  for (const deadline of passed) {
    deadlines.delete(deadline);
    deadline.controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }
  for (const deadline of deadlines) deadline.hasPassed = deadline.endsAt <= steady;
};

setInterval(look, LOOK_MS).unref();
AbortSignal.timeout = (milliseconds) => {
  const controller = new AbortController();
  deadlines.add({ controller, endsAt: readClocks().steady + milliseconds, hasPassed: false });
  return controller.signal;
};
