// Preloaded into the process of a function: both of its clocks go wrong by as much as a file says, from one moment to the next.
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
