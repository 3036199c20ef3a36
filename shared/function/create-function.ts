import { loadConfig } from '../config/load-config.ts';
import { createHandler, type HandlerOptions } from '../middleware/create-handler.ts';
import { warmUp } from './warm-up.ts';

/** Creates the handler of a family's function, and its warm-up, which runs once before the first request. */
export const createFunction = (options: HandlerOptions) => {
  const withConfig = { ...options, config: options.config ?? loadConfig() };
  return { handler: createHandler(withConfig), warmUp: () => warmUp(withConfig) };
};
