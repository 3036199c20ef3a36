import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileWhole } from './write-files.ts';

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier or expression. */
  readonly licence: string;
  readonly folder: string;
  /** The kind of source whose reader alone has the code. The zip has it only for a dataset of this kind. */
  readonly kind?: string;
}

const listFile = (target: string): string => `${target}.packages.json`;

export const writePackageList = (target: string, packages: readonly BundledPackage[]): Promise<void> =>
  writeFileWhole(listFile(target), JSON.stringify(packages));

export const readPackageLists = async (
  bundles: string,
  families: readonly string[],
): Promise<ReadonlyMap<string, readonly BundledPackage[]>> => {
  const read = families.map(async (family) => {
    const text = await readFile(listFile(join(bundles, family)), 'utf8');
    return [family, JSON.parse(text) as readonly BundledPackage[]] as const;
  });
  return new Map(await Promise.all(read));
};

type Locked = Readonly<Record<string, { readonly integrity?: string } | undefined>>;

interface Component {
  readonly one: BundledPackage;
  readonly families: readonly string[];
}

const purlOf = ({ name, version }: BundledPackage): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const isIdentifier = (licence: string): boolean => /^[A-Za-z0-9.+-]+$/.test(licence);

/** Converts `sha512-<base64>`, as lockfiles have it, to hexadecimal. */
const hashesOf = (integrity = ''): readonly object[] => {
  const digest = /^sha512-(.+)$/.exec(integrity)?.[1];
  return digest === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
};

const componentOf = ({ one, families }: Component, locked: Locked) => {
  const [group, name] = one.name.startsWith('@') ? one.name.split('/') : [undefined, one.name];
  return {
    type: 'library',
    'bom-ref': purlOf(one),
    ...(group === undefined ? {} : { group }),
    name,
    version: one.version,
    hashes: hashesOf(locked[one.folder]?.integrity),
    licenses: [isIdentifier(one.licence) ? { license: { id: one.licence } } : { expression: one.licence }],
    purl: purlOf(one),
    properties: families.map((family) => ({ name: 'wallfeed:function', value: family })),
  };
};

const mergeFamilies = (lists: ReadonlyMap<string, readonly BundledPackage[]>): readonly Component[] => {
  const uses = Array.from(lists, ([family, packages]) => packages.map((one) => ({ one, family }))).flat();
  const grouped = Map.groupBy(uses, ({ one }) => purlOf(one));
  const components = Array.from(grouped.values(), (same) => ({
    one: (same[0] as (typeof same)[number]).one,
    families: same.map(({ family }) => family).sort(),
  }));
  return components.sort((a, b) => (purlOf(a.one) < purlOf(b.one) ? -1 : 1));
};

/**
 * Creates the software bill of materials of a package, in CycloneDX 1.6. It has no timestamp and no serial number, so
 * the same package always gives the same file.
 * @param lists the packages in each family's bundle.
 */
export const createSbom = (
  dashboard: string,
  version: string,
  lists: ReadonlyMap<string, readonly BundledPackage[]>,
  locked: Locked,
) => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': 'wallfeed',
      name: `wallfeed-${dashboard}`,
      version,
      licenses: [{ license: { id: 'MIT' } }],
    },
  },
  components: mergeFamilies(lists).map((component) => componentOf(component, locked)),
});
