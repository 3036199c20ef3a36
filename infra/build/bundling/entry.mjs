// A function's index.mjs. Lambda runs it during INIT at full CPU speed, then sends the first request.
import { createRequire } from 'node:module';

const { handler, warmUp } = createRequire(import.meta.url)('./main.js');
await warmUp();

export { handler };
