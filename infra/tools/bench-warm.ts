import { benchWarm } from '../../tests/bench/warm.ts';

await benchWarm();
