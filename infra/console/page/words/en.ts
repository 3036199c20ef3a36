/** The page's own words in English. */
export const english = {
  console: 'Console',
  wall: 'Wall',
  gallery: 'Gallery',
  dashboard: 'Dashboard',
  tryFile: 'Try a CSV file',
  askAgain: 'Ask again',
  filter: 'Filter',
  filterHint: 'name, component or source',
  timeWindow: 'Time window',
  polling: (seconds: string) => `Ask every ${seconds} s`,
  copyUrl: 'Copy URL',
  copyCurl: 'Copy curl',
  details: 'Details',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying.',
  pending: 'Waiting for the first response',
  empty: 'Empty: the response has no data, so the component shows nothing.',
  stale: (age: string) => `stale: ${age} old`,
  old: (age: string) => `${age} old`,
  status: { pending: 'pending', drawn: 'drawn', empty: 'empty', stale: 'stale', failed: 'failed' },
  noMatch: 'No endpoint matches the filter.',
  disclaimer:
    'These pictures are drawn by Wallfeed from the live responses. The platform draws its components in its own way.',
  line: (line: number) => `line ${line}`,
  row: (row: number) => `row ${row}`,
  column: (column: number, name?: string) => `column ${column}${name ? ` (${name})` : ''}`,
  blank: 'blank',
  request: 'Request',
  response: 'Response',
  headers: 'Headers',
  body: 'Body',
  timing: 'Where the time went',
  close: 'Close',
  dropHint:
    'or drop it anywhere on this page: the components that fit are drawn from it. A GeoJSON file becomes the map of Map and 3D Map. Nothing leaves this machine.',
  dropHere: 'Drop a CSV file to see which components fit, or a GeoJSON file to draw on its map',
  orOfData: 'or one of data/',
  choose: 'choose…',
  trying: (file: string) => `Trying ${file} with every component`,
  fitSummary: (file: string, rows: number, fits: number) =>
    `${file}: ${rows} ${rows === 1 ? 'row' : 'rows'}, fits ${fits} ${fits === 1 ? 'component' : 'components'}.`,
  nearMisses: 'Would fit but for a few cells',
  copyLines: 'Copy lines',
  add: 'Add to dashboard.yml',
  addQuestion: 'This is added. Nothing else changes:',
  addNow: 'Add now',
  added: 'Added. The endpoint appears below.',
  cancel: 'Cancel',
  loading: 'Loading',
  galleryHint: (count: number) =>
    `All ${count} components, drawn from their samples. These pictures are Wallfeed's own; the platform draws its components in its own way.`,
  frame: 'The component loads this address in a frame. The console does not.',
  unknownNames: (names: string) => `The map does not know these names, so their values are not drawn: ${names}.`,
  ownMap: (file: string, names: number) =>
    `Provinces are drawn on ${file}, which has ${names} ${names === 1 ? 'region' : 'regions'}. The platform has maps of its own.`,
  leaveMap: 'Back to the tiles',
  mapUsed: 'The map is kept in this tab.',
  mapUsedOnce: 'The map is kept until the page is loaded again.',
  mapTooLarge: (megabytes: number) =>
    `The file is over ${megabytes} MB. Simplify its outlines, for example with mapshaper.`,
  mapFaults: {
    notJson: (_: string) => 'The file is not JSON. A map is a GeoJSON file.',
    topology: (_: string) => 'The file is TopoJSON. Convert it to GeoJSON, for example with mapshaper.',
    encoded: (_: string) => 'The outlines are encoded for ECharts (UTF8Encoding). Use GeoJSON with plain coordinates.',
    notCollection: (type: string) =>
      `The file is not a GeoJSON map: its type is ${type || 'missing'}, and has to be FeatureCollection.`,
    nameless: (found: string) =>
      `No region has a name: properties.name is missing. ${found ? `The properties are ${found}; rename one of them to name.` : 'Add it to each feature.'}`,
    withoutAreas: (_: string) => 'The file has no areas: a map needs features of the type Polygon or MultiPolygon.',
  },
  limited: (origins: string) => (origins ? `CORS: only pages of ${origins}` : 'CORS: no page may read this'),
  limitedTo: (origins: string) =>
    `Browsers let only pages of these origins read this response (CORS, the key origins of dashboard.yml): ${origins || 'none'}. The console is not affected.`,
  tokenLabel: 'Token of the dashboard',
  tokenHint:
    'Kept in the memory of the console on this machine, and used to sign requests. It is not sent to the page or stored.',
  useToken: 'Use token',
  tokenKept: 'Requests are signed now.',
  lacksToken: 'Endpoints with a token cannot be asked: .secrets.yml has no value for it.',
  connectionLost: 'The console has ended. Start it again; this page connects by itself.',
  minutes: (n: number) => (n === 1 ? '1 minute' : `${n} minutes`),
  hours: (n: number) => (n === 1 ? '1 hour' : `${n} hours`),
  days: (n: number) => (n === 1 ? '1 day' : `${n} days`),
} as const;

type Widen<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : { readonly [K in keyof T]: Widen<T[K]> };

/** The page's own words in one language. */
export type Words = Widen<typeof english>;
