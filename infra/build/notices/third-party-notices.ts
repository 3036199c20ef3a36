import type { BundledPackage } from './bundled-packages.ts';
import { licenceText } from './licence-text.ts';

/** The name of the file at the root of a function's zip. */
export const NOTICES_FILE = 'THIRD-PARTY-NOTICES';

const RULE = '-'.repeat(80);

/** Returns the notices of bundled packages. Each licence text appears once, below the packages that have it. */
export const thirdPartyNotices = async (packages: readonly BundledPackage[]): Promise<string> => {
  const texts = await Promise.all(packages.map(async (one) => [one, await licenceText(one)] as const));
  const sections = Array.from(
    Map.groupBy(texts, ([, text]) => text),
    ([text, owners]) => {
      const names = owners.map(([{ name, version, licence }]) => `${name} ${version} (${licence})`);
      return `${RULE}\n${names.join('\n')}\n${RULE}\n\n${text}\n`;
    },
  );
  return ['This function contains code of the packages below, under their licences.\n', ...sections].join('\n');
};
