import { loadConfig } from '../config/load-config.ts';
import { createHandler, type HandlerOptions } from '../handler/create-handler.ts';
import { warmUp } from './warm-up.ts';

/** A family's function: its handler, and what runs once before the first request. */
export const createFunction = (options: HandlerOptions) => {
  const withConfig = { ...options, config: options.config ?? loadConfig() };
  return { handler: createHandler(withConfig), warmUp: () => warmUp(withConfig) };
};
