import { benchCold } from '../../tests/bench/cold.ts';

await benchCold();
