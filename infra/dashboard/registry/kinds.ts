import type { DatasetSource } from '../../../shared/config/sources.ts';
import { inCode } from '../folder/name-words.ts';
import type { LoadedDataset, SourceKind } from '../kinds/source-kind.ts';
import * as registry from './registry.ts';

/** Queries first, then files, each sorted by name. */
export const KINDS: readonly SourceKind[] = Object.values(registry).toSorted(
  (one, other) => Number(one.isFile) - Number(other.isFile),
);

export const listKinds = (kinds: readonly SourceKind[], type: 'conjunction' | 'disjunction'): string =>
  new Intl.ListFormat('en-GB', { type }).format(kinds.map(({ name }) => inCode(name)));

export const kindNamed = (name: string): SourceKind => {
  const kind = KINDS.find((one) => one.name === name);
  if (!kind) throw new Error(`there is no kind of source ${name}`);
  return kind;
};

export const kindOf = ({ source }: Pick<DatasetSource, 'source'>): SourceKind => kindNamed(source);

export const byKind = (
  datasets: readonly LoadedDataset[],
): readonly (readonly [SourceKind, readonly LoadedDataset[]])[] =>
  KINDS.map((kind) => [kind, datasets.filter(({ config }) => kindOf(config.source) === kind)] as const).filter(
    ([, ofKind]) => ofKind.length > 0,
  );
