import type { MapName } from '../../../../schemas/common/charts/picture.ts';

export const english = {
  otherLanguage: '中文',
  comma: ', ',
  listComma: ', ',
  colon: ': ',
  statuses: 'status',
  units: ['s', 'min', 'h', 'd'],
  console: 'Console',
  wall: 'Wall',
  gallery: 'Gallery',
  dashboard: 'Dashboard',
  tryFile: 'Try a CSV file',
  refreshNow: 'Refresh now',
  filter: 'Filter',
  filterHint: 'name, component or source',
  timeWindow: 'Time window',
  polling: (seconds: string) => `Refresh every ${seconds} s`,
  copyUrl: 'Copy URL',
  copyCurl: 'Copy curl',
  details: 'Details',
  copied: 'Copied',
  notCopied: 'The browser did not allow copying.',
  pending: 'Waiting for the first response',
  empty: 'Empty: the response has no data, so the component shows nothing.',
  stale: (age: string) => `stale: ${age} old`,
  old: (age: string) => `${age} old`,
  updated: (age: string) => `updated ${age} ago`,
  notUpdated: 'no response yet',
  moreColumns: (count: number) => (count === 1 ? '1 more column' : `${count} more columns`),
  pageOf: (page: number, pages: number) => `page ${page} of ${pages}`,
  status: { pending: 'pending', drawn: 'drawn', empty: 'empty', stale: 'stale', failed: 'failed' },
  trouble: (count: number, status: string) => `${count} ${status}`,
  since: (time: string) => `broken since ${time}`,
  noSince: 'since when is not known',
  notFound: 'what was found is not known',
  clauses: '; ',
  broken: (count: number) => (count === 1 ? '1 broken promise' : `${count} broken promises`),
  cache: { fresh: 'fresh', hit: 'hit', revalidated: 'source unchanged', stale: 'stale' },
  noMatch: 'No endpoint matches the filter.',
  disclaimer:
    'These pictures are drawn by Wallfeed from the live responses. The platform draws its components in its own way.',
  line: (line: number) => `line ${line}`,
  row: (row: number) => `row ${row}`,
  column: (column: number, name?: string) => `column ${column}${name ? ` (${name})` : ''}`,
  blank: 'blank',
  notSent: 'not sent',
  request: 'Request',
  response: 'Response',
  headers: 'Headers',
  body: 'Body',
  timing: 'Duration of each step',
  close: 'Close',
  dropHint:
    'or drop a CSV file anywhere on this page to see which components can show it. A dropped GeoJSON file becomes the map of the components Map and 3D Map. The files do not leave this machine.',
  dropHere: 'Drop a CSV file to see which components can show it, or a GeoJSON file to use it as the map',
  orOfData: 'or choose a file of data/',
  choose: 'choose…',
  trying: (file: string) => `Trying ${file} with every component`,
  suggestionSummary: (file: string, rows: number, fits: number) =>
    `${file}: ${rows} ${rows === 1 ? 'row' : 'rows'}, fits ${fits} ${fits === 1 ? 'component' : 'components'}.`,
  nearMisses: 'Components that fit once a few cells are corrected',
  copyLines: 'Copy YAML',
  add: 'Add to dashboard.yml',
  addQuestion: 'These lines will be added. Nothing else changes:',
  addNow: 'Add now',
  added: 'The endpoint was added to dashboard.yml and appears below.',
  cancel: 'Cancel',
  addressLabel: 'or paste an address of an API in hosts',
  ask: 'Ask',
  asking: 'Waiting for the answer',
  answerSummary: (rows: number, pages: number, bytes: number) =>
    `${rows} ${rows === 1 ? 'row' : 'rows'}, ${pages} ${pages === 1 ? 'page' : 'pages'}, ${bytes} bytes`,
  datasetAdded: 'The dataset was added to dashboard.yml. Name it at an endpoint to show it.',
  loading: 'Loading',
  galleryHint: (count: number) =>
    `All ${count} components, drawn from their samples. These pictures are Wallfeed's own; the platform draws its components in its own way.`,
  frame: 'The component loads this address in a frame. The console does not load it.',
  unknownNames: (names: string) => `The map has no regions with these names, so their values are not drawn: ${names}.`,
  ownMap: (file: string, names: number, of: MapName) =>
    `${of === 'world' ? 'Countries' : 'Provinces'} are drawn on the map ${file}, which has ${names} ${names === 1 ? 'region' : 'regions'}. The platform draws them on its own maps.`,
  tiles:
    'Provinces are tiles, because no map of China is shipped. Save your own map as `maps/china.json` in the dashboard folder.',
  keepMap: (path: string) => `Keep in ${path}`,
  otherMap: (path: string) => `${path} has another map.`,
  replaceMap: 'Replace it',
  mapKept: (path: string) => `The map is now ${path} in the dashboard folder.`,
  leaveMap: 'Use the built-in map again',
  mapUsed: 'The map stays in use until this tab is closed.',
  mapUsedOnce: 'The map stays in use until this page is reloaded.',
  mapTooLarge: (megabytes: number) =>
    `The file is larger than ${megabytes} MB. Simplify its outlines, for example with mapshaper.`,
  mapFaults: {
    notJson: (_: string) => 'The file is not JSON. A map is a GeoJSON file.',
    topology: (_: string) => 'The file is TopoJSON. Convert it to GeoJSON, for example with mapshaper.',
    notCollection: (type: string) =>
      `The file is not a GeoJSON map: its type is ${type || 'missing'}, but must be FeatureCollection.`,
    nameless: (found: string) =>
      `No region has a name: properties.name is missing. ${found ? `The properties are ${found}; rename one of them to name.` : 'Add it to each feature.'}`,
    withoutAreas: (_: string) => 'The file has no areas: a map needs features of the type Polygon or MultiPolygon.',
  },
  limited: (origins: string) =>
    origins ? `CORS: only pages of ${origins} may read this response` : 'CORS: no page may read this response',
  limitedTo: (origins: string) =>
    `Browsers let only pages of these origins read this response: ${origins || 'none'}. The key origins in dashboard.yml sets them (CORS). The console is not affected.`,
  tokenLabel: 'Token of the dashboard',
  tokenHint:
    'The console on this machine signs requests with the token. It keeps the token in memory and never stores it.',
  useToken: 'Use token',
  tokenKept: 'The console now signs requests with the token.',
  lacksToken: 'Some endpoints cannot respond, because .secrets.yml has no value for their token.',
  figuresKept: 'No connection. These are the last figures. The wall goes on by itself.',
  dataOf: (day: string) => `data of ${day}`,
  changed: 'Data last changed',
  connectionLost: 'The console has stopped. Start it again: this page then reconnects by itself.',
  wallControls: 'Controls of the wall',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pause: 'Pause',
  resume: 'Resume',
  fullScreen: 'Full screen',
  savePicture: 'Save picture',
  print: 'Print',
  scriptNotDrawn: 'A scripted chart is shown on the screen only.',
  lightTheme: 'Light',
  darkTheme: 'Dark',
  minutes: (n: number) => (n === 1 ? '1 minute' : `${n} minutes`),
  hours: (n: number) => (n === 1 ? '1 hour' : `${n} hours`),
  days: (n: number) => (n === 1 ? '1 day' : `${n} days`),
} as const;

type Widen<T> = T extends readonly string[]
  ? { readonly [K in keyof T]: string }
  : T extends string
    ? string
    : T extends (...args: infer A) => string
      ? (...args: A) => string
      : { readonly [K in keyof T]: Widen<T[K]> };

export type Words = Widen<typeof english>;
