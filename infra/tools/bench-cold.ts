import { benchCold } from '../../tests/bench/cold/bench-cold.ts';

await benchCold();
