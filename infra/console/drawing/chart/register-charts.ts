import {
  BarChart,
  ChordChart,
  CustomChart,
  FunnelChart,
  GaugeChart,
  GraphChart,
  LineChart,
  MapChart,
  PieChart,
  RadarChart,
  SankeyChart,
  ScatterChart,
  TreemapChart,
} from 'echarts/charts';
import {
  GeoComponent,
  GridComponent,
  LegendComponent,
  PolarComponent,
  RadarComponent,
  TitleComponent,
  TooltipComponent,
} from 'echarts/components';
import { init, registerMap, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartOption } from '../../../../schemas/common/charts/picture.ts';
import { registerDepth, registerGlobe } from './depth.ts';
import { isRecord } from './round-places.ts';

const GRID = { left: 10, right: 18, top: 40, bottom: 10, outerBoundsMode: 'same', outerBoundsContain: 'all' };

const withGrid = (option: ChartOption): ChartOption =>
  'xAxis' in option ? { ...option, grid: { ...GRID, ...(isRecord(option.grid) && option.grid) } } : option;

/**
 * Tooltips are drawn without HTML, because the page allows no inline style.
 * @param useUtc true to write times in UTC; false for the time zone of the browser, as the platform does.
 */
export const completeOption = (option: ChartOption, useUtc: boolean): ChartOption => ({
  ...withGrid(option),
  ...(isRecord(option.tooltip) && { tooltip: { ...option.tooltip, renderMode: 'richText', confine: true } }),
  animation: false,
  useUTC: useUtc,
});

use([
  BarChart,
  ChordChart,
  CustomChart,
  FunnelChart,
  GaugeChart,
  GeoComponent,
  GraphChart,
  GridComponent,
  LabelLayout,
  LegendComponent,
  LineChart,
  MapChart,
  PieChart,
  PolarComponent,
  RadarChart,
  RadarComponent,
  SankeyChart,
  ScatterChart,
  SVGRenderer,
  TitleComponent,
  TooltipComponent,
  TreemapChart,
]);

registerDepth();
registerGlobe();

/** ECharts with only the chart types that pictures use, which keeps the page's bundle small. */
export { init, registerMap };
