/** The weight of each coding in an Accept-Encoding header, 0 to 1. */
const weightsOf = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [coding = '', weight] = part.split(';');
        const given = /^\s*q=([\d.]+)\s*$/.exec(weight ?? '')?.[1];
        return [coding.trim(), given === undefined ? 1 : Number(given)] as const;
      }),
  );

/** True if gzip is acceptable and preferred over identity. A coding that is named counts before `*` (RFC 9110, 12.5.3). */
export const acceptsGzip = (header: string): boolean => {
  if (header === '') return false;
  const weights = weightsOf(header);
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
};
