import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inPage, type Page } from '../browser-types.ts';
import { browserFolder } from '../install-browser.ts';

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

const SERIOUS: ReadonlySet<string | null> = new Set(['serious', 'critical']);

/** Finds violations of the rules of axe-core that are serious or critical. */
export const findBarriers = async (page: Page): Promise<readonly string[]> => {
  const axe = await readFile(join(browserFolder, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
  await page.evaluate(inPage(`(() => { ${axe} })()`));
  const { violations } = await page.evaluate(
    inPage<Promise<{ readonly violations: readonly Violation[] }>>(
      `axe.run(document, { resultTypes: ['violations'] })`,
    ),
  );
  return violations
    .filter(({ impact }) => SERIOUS.has(impact))
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
};
