import { jestStep } from './test/jest-step.ts';

process.env.WALLFEED_FAULTS = 'all';
const { counts } = await jestStep(['tests/faults', ...process.argv.slice(2)]).run();
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
