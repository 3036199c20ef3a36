import { structureOf, type Thrift } from './thrift.ts';

/** The physical types of Parquet, by the numbers that a file has for them. */
export const PHYSICAL = { boolean: 0, int32: 1, int64: 2, int96: 3, float: 4, double: 5, bytes: 6, fixed: 7 } as const;

/** In the words of parquet.thrift. */
export interface WrittenColumn {
  readonly name: string;
  readonly type: keyof typeof PHYSICAL;
  readonly converted?: number;
  readonly logical?: Thrift;
  readonly scale?: number;
  readonly precision?: number;
  /** Bytes of each value of a column of fixed length. */
  readonly length?: number;
  readonly isOptional?: true;
}

/** Everything that a footer says of a column can be forged. */
export interface WrittenChunk {
  readonly pages: readonly Uint8Array[];
  readonly values: number;
  readonly codec?: number;
  readonly min?: Uint8Array | undefined;
  readonly max?: Uint8Array | undefined;
  readonly uncompressed?: bigint;
  readonly compressed?: bigint;
  readonly dictionaryBytes?: number;
}

export interface WrittenGroup {
  readonly rows: number;
  readonly chunks: readonly WrittenChunk[];
}

const elementOf = ({
  name,
  type,
  converted,
  logical,
  scale,
  precision,
  length,
  isOptional,
}: WrittenColumn): Thrift => ({
  1: PHYSICAL[type],
  2: length,
  3: isOptional ? 1 : 0,
  4: name,
  6: converted,
  7: scale,
  8: precision,
  10: logical,
});

const chunkOf = ({ name, type }: WrittenColumn, chunk: WrittenChunk, start: number): Thrift => {
  const bytes = BigInt(chunk.pages.reduce((sum, page) => sum + page.length, 0));
  const { min, max, dictionaryBytes } = chunk;
  return {
    2: BigInt(start),
    3: {
      1: PHYSICAL[type],
      2: [0],
      3: [name],
      4: chunk.codec ?? 0,
      5: BigInt(chunk.values),
      6: chunk.uncompressed ?? bytes,
      7: chunk.compressed ?? bytes,
      9: BigInt(start + (dictionaryBytes ?? 0)),
      11: dictionaryBytes === undefined ? undefined : BigInt(start),
      12: min && max ? { 5: max, 6: min } : undefined,
    },
  };
};

const MARK = Buffer.from('PAR1');

/** Writes a Parquet file from pages. `more` are further fields of the footer. */
export const writeParquet = (
  columns: readonly WrittenColumn[],
  groups: readonly WrittenGroup[],
  more: { readonly [id: number]: Thrift } = {},
): Buffer => {
  const parts: Uint8Array[] = [MARK];
  let start = MARK.length;
  const written = groups.map(({ rows, chunks }): Thrift => {
    const ofColumns = chunks.map((chunk, index) => {
      const found = chunkOf(columns[index] as WrittenColumn, chunk, start);
      parts.push(...chunk.pages);
      start += chunk.pages.reduce((sum, page) => sum + page.length, 0);
      return found;
    });
    return { 1: ofColumns, 2: 0n, 3: BigInt(rows) };
  });
  const schema = [{ 3: 0, 4: 'schema', 5: columns.length }, ...columns.map(elementOf)];
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  const footer = Buffer.from(structureOf({ 1: 1, 2: schema, 3: BigInt(rows), 4: written, ...more }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([...parts, footer, length, MARK]);
};

/** Writes a page. `header` are the fields of its kind, such as `{ 5: … }` for a page of the first version. */
export const pageOf = (
  type: number,
  header: { readonly [id: number]: Thrift },
  body: Uint8Array,
  uncompressed: number = body.length,
): Buffer => Buffer.concat([Buffer.from(structureOf({ 1: type, 2: uncompressed, 3: body.length, ...header })), body]);

const PLAIN = 0;
const RLE = 3;

/** Writes a page of values without compression. All rows have a value. */
export const plainPage = (rows: number, body: Uint8Array): Buffer =>
  pageOf(0, { 5: { 1: rows, 2: PLAIN, 3: RLE, 4: RLE } }, body);
