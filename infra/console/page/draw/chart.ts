import { ref } from 'lit-html/directives/ref.js';
import type { ChartPicture, MapName } from '../../../../schemas/common/charts/picture.ts';
import type { GeoMap } from '../../../dashboard/maps/read-geo-json.ts';
import { addMap } from '../../drawing/maps.ts';
import { completeOption, init } from '../../drawing/register-charts.ts';
import { chartTheme, themes } from '../../drawing/theme.ts';
import { base } from '../state/base.ts';

let world: Promise<void> | undefined;

const loadWorld = async (): Promise<void> => {
  const response = await fetch(`${base}/world.json`);
  addMap('world', (await response.json()) as GeoMap);
};

/**
 * Registers a map with the charts. The map of the world is loaded when it is first needed; the provinces are always
 * available.
 */
export const loadMap = async (map: MapName | undefined): Promise<void> => {
  if (map !== 'world') return;
  world ??= loadWorld();
  await world;
};

interface Drawn {
  readonly chart: ReturnType<typeof init>;
  picture?: ChartPicture;
  /** The chart's option as text. The chart is drawn again only if this text changed. */
  text: string;
}

const drawnIn = new Map<Element, Drawn>();

/**
 * Draws a chart again if the size of its element has changed. An observer reports each new element once, although its
 * size has not changed.
 */
const fitSize = ({ clientWidth, clientHeight }: Element, { chart }: Drawn): void => {
  if (chart.getWidth() !== clientWidth || chart.getHeight() !== clientHeight) chart.resize();
};

const resizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const drawn = drawnIn.get(target);
    if (drawn) fitSize(target, drawn);
  }
});

/** Frees the charts whose elements were removed from the page. */
const dropDetached = (): void => {
  for (const [element, { chart }] of drawnIn) {
    if (element.isConnected) continue;
    resizes.unobserve(element);
    chart.dispose();
    drawnIn.delete(element);
  }
};

const start = (element: HTMLElement): Drawn => {
  dropDetached();
  const drawn = { chart: init(element, chartTheme(themes.dark), { renderer: 'svg' }), text: '' };
  drawnIn.set(element, drawn);
  resizes.observe(element);
  return drawn;
};

const draw = (element: HTMLElement, picture: ChartPicture): void => {
  const drawn = drawnIn.get(element) ?? start(element);
  if (drawn.picture === picture) return;
  drawn.picture = picture;
  const { option } = picture;
  const text = JSON.stringify(option);
  if (drawn.text === text) return;
  drawn.text = text;
  drawn.chart.setOption(completeOption(option, false), { notMerge: true });
};

const drawOnMap = async (element: HTMLElement, picture: ChartPicture): Promise<void> => {
  await loadMap(picture.map);
  if (element.isConnected) draw(element, picture);
};

/** Draws a chart in its element, once the element is on the page and has a size. */
export const chart = (picture: ChartPicture) =>
  ref((element) => {
    if (element) queueMicrotask(() => void drawOnMap(element as HTMLElement, picture));
  });
