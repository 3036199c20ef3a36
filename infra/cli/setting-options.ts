import type { Setting } from '../cost/assumptions.ts';

/**
 * An option for each setting of an estimate or a simulation. The default stands in the help only: an option that is left out
 * may follow the dashboard instead.
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
