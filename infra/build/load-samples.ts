import type { Samples } from '../../shared/function/samples.ts';
import { collectSamples } from './collect-samples.ts';
import { listFunctions } from './list-functions.ts';

/** Loads the samples of all shapes, by the shape's name. */
export const loadSamples = async (): Promise<Samples> => {
  const families = await listFunctions();
  const collected = await Promise.all(families.map(collectSamples));
  return Object.assign({}, ...collected.map(({ samples }) => samples));
};
