import type { Setting } from '../cost/assumptions.ts';

/**
 * Creates an option for each setting of an estimate or a simulation. The help shows the default, but the option has no
 * default value: if the user omits an option, the dashboard may set the value.
 */
export const settingOptions = (
  settings: readonly Pick<Setting, 'option' | 'quantity' | 'fallback' | 'meaning'>[],
): Readonly<Record<string, { readonly value: string; readonly meaning: string }>> =>
  Object.fromEntries(
    settings.map(({ option, quantity, fallback, meaning }) => [
      option,
      { value: quantity.kind, meaning: `${meaning} (default: ${fallback})` },
    ]),
  );
