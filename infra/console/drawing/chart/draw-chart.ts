import type { ChartPicture } from '../../../../schemas/common/charts/picture.ts';
import { type Drawn, endOf, type PictureStyle } from '../picture-style.ts';
import { type Box, chartTheme, type Size } from '../theme.ts';
import { adaptChart } from './adapt-chart.ts';
import { compactSvg } from './compact-svg.ts';
import { completeOption, init } from './register-charts.ts';
import { recordsIn } from './round-places.ts';
import { settleTexts } from './settle-texts.ts';

type Chart = ReturnType<typeof init>;

/** The sizes of round charts follow from the height. */
const MIN_ROUND_RATIO = 1.45;
const ROUND: ReadonlySet<unknown> = new Set(['pie', 'gauge', 'radar']);

/**
 * Returns the place of a chart. Round charts without a legend below are not higher than their width allows. The legend
 * beside a radar is drawn below it, too.
 */
const placeFor = ({ option }: ChartPicture, box: Box): Box => {
  const { show = true, bottom, orient } = Object(option.legend);
  const hasLegendBelow = show && (bottom !== undefined || (orient === 'vertical' && 'radar' in option));
  const isRound = 'polar' in option || recordsIn(option.series).some(({ type }) => ROUND.has(type));
  const height = isRound && !hasLegendBelow ? Math.min(box.height, box.width / MIN_ROUND_RATIO) : box.height;
  return { ...box, y: box.y + (box.height - height) / 2, height };
};

/** Returns the number of turns in which the legend shows all entries. */
export const fillChart = (chart: Chart, { option }: ChartPicture, size: Size, style: PictureStyle): number => {
  const completed = completeOption(option, style.zone === 'UTC');
  const still = style.charts === 'still' && { tooltip: { show: false }, silent: true };
  const adapted = adaptChart({ ...completed, ...still }, size, style);
  chart.setOption(adapted.option, { notMerge: true });
  settleTexts(chart, size, style.rest === 'scrolls');
  return adapted.turns;
};

const drawStill = (picture: ChartPicture, box: Box, style: PictureStyle): Drawn => {
  const { x, y, width, height } = box;
  const chart = init(null, chartTheme(style.theme), { renderer: 'svg', ssr: true, width, height });
  try {
    const turns = fillChart(chart, picture, box, style);
    const inside = compactSvg(chart.renderToSVGString({ useViewBox: true }), `${style.prefix}${x}-${y}-`);
    return {
      svg: x === 0 && y === 0 ? inside : `<g transform="translate(${x} ${y})">${inside}</g>`,
      turns,
      end: endOf(box),
      isTooLarge: height < style.leastPart.height,
    };
  } finally {
    chart.dispose();
  }
};

/** Uses no DOM, so that the result is the same in Node and on a page. Keeps the place of a live chart free. */
export const drawChart = (picture: ChartPicture, box: Box, style: PictureStyle): Drawn => {
  if (style.charts === 'still') return drawStill(picture, placeFor(picture, box), style);
  const room = { ...box, height: Math.max(box.height, style.leastPart.height) };
  return { svg: '', turns: 1, end: endOf(room), charts: [{ picture, box: placeFor(picture, room) }] };
};
