// Preloaded into the process of a function. Shifts both clocks of the process by the milliseconds in a file, which may
// change at any time.
const { readFileSync } = require('node:fs');

const RealDate = Date;
const realSteady = performance.now.bind(performance);

const offsets = () => JSON.parse(readFileSync(process.env.CLOCK_FILE, 'utf8'));
const now = () => RealDate.now() + offsets().wall;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [now()] : args));
  }
  static now() {
    return now();
  }
};
Object.defineProperty(performance, 'now', { value: () => realSteady() + offsets().steady });
