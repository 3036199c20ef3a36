import { benchLoad } from '../../tests/bench/load/load.ts';

await benchLoad();
