import {
  BarChart,
  ChordChart,
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

use([
  BarChart,
  ChordChart,
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

/** ECharts with only the chart types that pictures use, which keeps the page's bundle small. */
export { init, registerMap };
