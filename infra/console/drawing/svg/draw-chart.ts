import type { ChartPicture } from '../../../../schemas/common/charts/picture.ts';
import { completeOption } from '../chart-option.ts';
import { init } from '../register-charts.ts';
import type { Box } from '../size.ts';
import { chartTheme, type Theme } from '../theme.ts';
import { compactSvg } from './compact-svg.ts';

/** Draws a chart as SVG without a DOM, so the result is the same in Node and on a page. Times are in UTC. */
export const drawChart = ({ option }: ChartPicture, { x, y, width, height }: Box, theme: Theme): string => {
  const chart = init(null, chartTheme(theme), { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ ...completeOption(option, true), tooltip: { show: false }, silent: true });
    const inside = compactSvg(chart.renderToSVGString({ useViewBox: true }), `${x}-${y}-`);
    return x === 0 && y === 0 ? inside : `<g transform="translate(${x} ${y})">${inside}</g>`;
  } finally {
    chart.dispose();
  }
};
