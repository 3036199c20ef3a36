import { type Quantity, readQuantity, SCAN, SECONDS } from '../quantity.ts';
import type { WallEndpoint } from '../wall.ts';
import { withScannedBytes, withSlots } from './change-datasets.ts';

/** Options that replace what dashboard.yml says about datasets over Athena. */
export const LAKE_OPTIONS = {
  scanned: {
    value: SCAN.kind,
    meaning: 'bytes that a query through Athena scans; by default the most that scan of its dataset allows',
  },
  slot: {
    value: SECONDS.kind,
    meaning: 'length of the slots of datasets over Athena; by default the cache of each dataset',
  },
} as const;

type Values = Readonly<Partial<Record<keyof typeof LAKE_OPTIONS, string | undefined>>>;

const read = (option: keyof typeof LAKE_OPTIONS, text: string | undefined, quantity: Quantity): number | undefined =>
  text === undefined ? undefined : readQuantity(option, text, quantity);

/** Returns a function that applies the options to a wall. Throws an Error with a message for the user. */
export const readLakeOptions = ({ scanned, slot }: Values) => {
  const scannedBytes = read('scanned', scanned, SCAN);
  const slotSeconds = read('slot', slot, SECONDS);
  return (wall: readonly WallEndpoint[]): readonly WallEndpoint[] => {
    const slotted = slotSeconds === undefined ? wall : withSlots(wall, ({ kind }) => kind === 'athena', slotSeconds);
    return scannedBytes === undefined ? slotted : withScannedBytes(slotted, scannedBytes);
  };
};
