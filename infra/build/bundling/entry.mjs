// A function's index.mjs. Lambda runs it during INIT at full CPU speed, then sends the first request.
import { createRequire } from 'node:module';

const { open } = createRequire(import.meta.url)('./main.js');
const { handler, warmUp } = await open();
await warmUp();

export { handler };
