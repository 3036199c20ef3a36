// A function's index.mjs. Lambda runs it in INIT, at full CPU speed, and sends the first request when it has ended.
import { createRequire } from 'node:module';

const { handler, warmUp } = createRequire(import.meta.url)('./main.js');
await warmUp();

export { handler };
