import { callService } from './call-service.ts';
import { explained } from './explain-error.ts';

/** The newest versions of a function that stay: of the deployments that `--previous` may restore, and some more. */
const KEPT_VERSIONS = 5;
const API = '/2015-03-31/functions';

interface VersionPage {
  readonly Versions: readonly { readonly Version: string }[];
  readonly NextMarker?: string | null;
}

/** Lists the numbers of the versions of a function, the newest first. */
const listVersions = async (name: string, region: string): Promise<readonly number[]> => {
  const found: number[] = [];
  for (let marker: string | undefined = ''; marker !== undefined; ) {
    const query = marker === '' ? {} : { Marker: marker };
    const text = await callService('lambda', region, { method: 'GET', path: `${API}/${name}/versions`, query });
    const { Versions, NextMarker } = JSON.parse(text) as VersionPage;
    found.push(...Versions.map(({ Version }) => Number(Version)).filter((version) => version > 0));
    marker = NextMarker ?? undefined;
  }
  return found.toSorted((one, other) => other - one);
};

const deleteVersion = async (name: string, version: number, region: string): Promise<void> => {
  const request = { method: 'DELETE', path: `${API}/${name}`, query: { Qualifier: String(version) } } as const;
  await callService('lambda', region, request).catch((error: Error) => {
    // An alias may still name an old version.
    if (!/^(ResourceNotFound|ResourceConflict)Exception$/.test(error.name)) throw error;
  });
};

/** Deletes all versions of functions but the newest, one call after the other, because Lambda allows few at once. */
export const deleteOldVersions = (names: readonly string[], region: string): Promise<void> =>
  explained('deleting old versions of the functions', async () => {
    for (const name of names) {
      const old = (await listVersions(name, region)).slice(KEPT_VERSIONS);
      for (const version of old) await deleteVersion(name, version, region);
    }
  });
