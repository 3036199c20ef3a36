import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { isEmptyPicture, namesOf } from '../../../schemas/common/charts/picture.ts';
import { drawGallery } from '../../console/ask/draw-body.ts';
import { readPageFile } from '../../console/helper/page-files.ts';
import type { AskResult, DashboardInfo, Drawing, EndpointInfo, GalleryEntry } from '../../console/protocol/protocol.ts';
import { createLocalServer, readBody } from '../../local/server/local-server.ts';

export interface SampleWall {
  readonly count: number;
  readonly names: 'chinese' | 'long';
  /** If absent, components of all families are shown. */
  readonly family?: string;
  /** The first endpoint fails, and the second one is stale. */
  readonly hasTroubles?: boolean;
  /** Absent if the page does not refresh by itself. */
  readonly refreshMs?: number;
  /** Absent for the default. */
  readonly turnMs?: number;
}

const LONG_NAMES = [
  'International freight forwarding',
  'Regional distribution centre',
  'Customer satisfaction survey',
  'Business development',
  'Warehouse replenishment requests',
];

const CHINESE_NAMES = ['华东区域配送中心', '客户满意度', '仓储补货', '国际货运代理', '业务拓展部门'];

/** For names that are used again, so that no two names in a drawing are the same. */
const SUFFIXES = ['', ...'BCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Replaces the names in a drawing, so that the longest names of a wall are known. */
const rename = (drawing: Drawing, names: readonly string[]): Drawing => {
  if (drawing.kind === 'script' || (drawing.kind === 'chart' && drawing.map)) return drawing;
  const known = new Map(
    namesOf(drawing)
      .filter((name) => /\p{L}/u.test(name) && !/\d/.test(name))
      .map((name, index) => [
        name,
        `${names[index % names.length]} ${SUFFIXES[Math.floor(index / names.length)] ?? ''}`.trim(),
      ]),
  );
  return JSON.parse(JSON.stringify(drawing), (_, value) => known.get(value) ?? value);
};

const SLUGS = { chinese: '订单与库存', long: 'orders-and-inventory-of-all-regional-distribution-centres' };

/** The step in the gallery from tile to tile mixes the families. */
const [FIRST, STEP] = ['Numeric Metric', 7];

const entriesOf = ({ count, family }: SampleWall, gallery: readonly GalleryEntry[]): readonly GalleryEntry[] => {
  const entries = gallery.filter((one) => family === undefined || one.family === family);
  const first = entries.findIndex(({ component }) => component === FIRST);
  return Array.from({ length: count }, (_, index) => entries[(first + index * STEP) % entries.length] as GalleryEntry);
};

const endpointsOf = (wall: SampleWall, gallery: readonly GalleryEntry[]) =>
  entriesOf(wall, gallery).map(({ component, family, drawing }, index) => {
    const { names, hasTroubles = false } = wall;
    const endpoint: EndpointInfo = {
      slug: `${SLUGS[names]}-${index + 1}`,
      component,
      family,
      url: '',
      source: '',
      files: [],
    };
    const trouble = hasTroubles ? TROUBLES[index] : undefined;
    const used = names === 'long' ? LONG_NAMES : CHINESE_NAMES;
    // `a` is as wide as `e`, so the number of lines of text does not change.
    const others = used.map((name) => name.replaceAll('e', 'a'));
    return { endpoint, trouble, drawings: [rename(drawing, used), rename(drawing, others)] as const };
  });

/** By the index of the endpoint. */
const TROUBLES: readonly Partial<AskResult>[] = [
  {
    status: 'failed',
    problem: {
      sentence: 'The table cannot be read.',
      details: [{ line: 3, column: 2, message: "'24x' is not a number" }],
      tables: [{ file: 'data/orders.csv', firstColumn: 1, rows: [] }],
    },
  },
  { status: 'stale', ageMs: 180_000 },
];

type Sampled = ReturnType<typeof endpointsOf>[number];

/** Returns the drawing of a refresh: the names change at each one, so that a page draws it again. */
const drawingOf = ({ drawings: [first, second] }: Sampled, refresh: number): Drawing =>
  refresh % 2 === 0 ? first : second;

const answer = ({ endpoint, trouble }: Sampled, drawing: Drawing): AskResult => ({
  endpoint: endpoint.slug,
  status: drawing.kind !== 'script' && isEmptyPicture(drawing) ? 'empty' : 'drawn',
  httpStatus: 200,
  ms: 1,
  askedAt: Date.now(),
  request: '',
  curl: '',
  headers: {},
  body: '',
  bytes: 0,
  drawing,
  ...trouble,
});

const SELDOM_MS = 600_000;

const describe = (
  sampled: readonly Sampled[],
  { refreshMs = SELDOM_MS, turnMs }: Partial<SampleWall>,
): DashboardInfo => ({
  mode: 'local',
  name: 'Operations of all regions',
  base: '',
  refreshMs,
  ...(turnMs !== undefined && { wall: { turnMs, pages: [] } }),
  timezone: 'Asia/Shanghai',
  endpoints: sampled.map(({ endpoint }) => endpoint),
  problems: [],
  lacksToken: false,
  dataFiles: [],
});

export interface SampleServer {
  readonly url: string;
  /** For pages that load from now on. */
  readonly show: (wall: SampleWall) => void;
  /** Since the wall was chosen. */
  readonly responses: () => number;
  readonly close: () => void;
}

const MAX_BODY_BYTES = 10_000;

/** Needs no functions and files. */
export const serveSamples = async (): Promise<SampleServer> => {
  const gallery = await drawGallery();
  let sampled: readonly Sampled[] = [];
  let shown: Partial<SampleWall> = {};
  let asked = 0;
  const server = createLocalServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname;
    const reply = (value: unknown): void => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (path === '/api/events') return void response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (path === '/api/map') return void response.writeHead(204).end();
    if (path === '/api/dashboard') return reply(describe(sampled, shown));
    if (path === '/api/ask') {
      const { endpoint: slug } = JSON.parse(String(await readBody(request, MAX_BODY_BYTES)));
      const one = sampled.find(({ endpoint }) => endpoint.slug === slug) as Sampled;
      const refresh = Math.floor(asked / sampled.length);
      asked += 1;
      return reply(answer(one, drawingOf(one, refresh)));
    }
    const { status, headers, body } = await readPageFile(path);
    response.writeHead(status, headers).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    show: (wall) => {
      shown = wall;
      asked = 0;
      sampled = endpointsOf(wall, gallery);
    },
    responses: () => asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
