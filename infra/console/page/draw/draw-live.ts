import { ref } from 'lit-html/directives/ref.js';
import type { MapName, Picture } from '../../../../schemas/common/charts/picture.ts';
import type { GeoMap } from '../../../dashboard/maps/read-geo-json.ts';
import { fillChart } from '../../drawing/chart/draw-chart.ts';
import { addMap } from '../../drawing/chart/maps.ts';
import { init } from '../../drawing/chart/register-charts.ts';
import { drawPicture } from '../../drawing/picture/draw-picture.ts';
import { type PictureStyle, type PlacedChart, pictureStyles } from '../../drawing/picture-style.ts';
import { svgElement } from '../../drawing/text.ts';
import { chartTheme, type Size, themes } from '../../drawing/theme.ts';
import { base } from '../state/base.ts';
import { words } from '../words/words.ts';

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

interface LiveChart {
  readonly element: HTMLElement;
  readonly chart: ReturnType<typeof init>;
  /** The size and the option. The chart is filled again only if this text changed. */
  text: string;
}

interface Live {
  picture: Picture;
  component: string;
  /** Undefined before the page is laid out. */
  size?: Size;
  readonly charts: LiveChart[];
}

const pictures = new Map<Element, Live>();

const startChart = (parent: Element): LiveChart => {
  const element = document.createElement('div');
  element.className = 'chart';
  parent.append(element);
  return { element, chart: init(element, chartTheme(themes.dark), { renderer: 'svg', width: 1, height: 1 }), text: '' };
};

const fill = (live: LiveChart, { picture, box }: PlacedChart, style: PictureStyle): void => {
  const { width, height } = box;
  const text = JSON.stringify([width, height, picture.option]);
  Object.assign(live.element.style, {
    left: `${box.x}px`,
    top: `${box.y}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  if (live.text === text) return;
  live.text = text;
  live.chart.resize({ width, height });
  fillChart(live.chart, picture, box, style);
  live.chart.getZr().refresh();
};

/** A narrower element is hidden, or not laid out yet. */
const MIN_WIDTH_PX = 40;

const draw = (element: HTMLElement, { picture, component, size, charts }: Live): void => {
  if (!size || size.width < MIN_WIDTH_PX) return;
  const { moreColumns } = words;
  const setting = { theme: themes.dark, component, prefix: '', turn: 0, unit: 1, tiles: 1, moreColumns };
  const style = { ...pictureStyles.tile, ...setting };
  const { svg, end, charts: placed = [] } = drawPicture(picture, { x: 0, y: 0, ...size }, style);
  const whole = { width: Math.max(end.width, size.width), height: Math.max(end.height, size.height) };
  const isLarger = whole.width > size.width + 1 || whole.height > size.height + 1;
  if (element.firstElementChild?.matches('.drawn')) element.firstElementChild.remove();
  if (svg !== '')
    element.insertAdjacentHTML('afterbegin', svgElement(whole, whole, 'class="drawn" aria-hidden="true"', svg));
  if (isLarger) element.tabIndex = 0;
  else element.removeAttribute('tabindex');
  for (const { element: unused, chart } of charts.splice(placed.length)) {
    chart.dispose();
    unused.remove();
  }
  while (charts.length < placed.length) charts.push(startChart(element));
  for (const [index, one] of placed.entries()) fill(charts[index] as LiveChart, one, style);
};

const drawOnMap = async (element: HTMLElement, live: Live): Promise<void> => {
  const { picture } = live;
  await loadMap(picture.kind === 'chart' ? picture.map : undefined);
  if (element.isConnected && live.picture === picture) draw(element, live);
};

const dropDetached = (): void => {
  for (const [element, { charts, size }] of pictures) {
    // An element without a size may be one that the page is about to show.
    if (element.isConnected || !size) continue;
    sizes.unobserve(element);
    for (const { chart } of charts) chart.dispose();
    pictures.delete(element);
  }
};

/** Reports each new element once, although its size has not changed. */
const sizes = new ResizeObserver((entries) => {
  dropDetached();
  for (const { target } of entries) {
    const live = pictures.get(target);
    if (!live) continue;
    live.size = { width: target.clientWidth, height: target.clientHeight };
    void drawOnMap(target as HTMLElement, live);
  }
});

/** Draws a picture in its element, in the element's size, with charts that answer the pointer. */
export const live = (picture: Picture, component: string) =>
  ref((found) => {
    const element = found as HTMLElement | undefined;
    if (!element) return;
    const known = pictures.get(element);
    if (known?.picture === picture) return;
    if (known) {
      Object.assign(known, { picture, component });
      void drawOnMap(element, known);
      return;
    }
    pictures.set(element, { picture, component, charts: [] });
    sizes.observe(element);
  });
