import { plainName } from '../../shared/catalogue/nearest-names.ts';

interface ChineseName {
  readonly name: string;
  /** Other words by which people look for the component. Several components may share one. */
  readonly words?: readonly string[];
}

export const CHINESE_NAMES: Readonly<Record<string, ChineseName>> = {
  '3D Bar Chart': { name: '3D柱状图' },
  '3D Bar Chart 2': { name: '3D柱状图2' },
  '3D Stacked Bar Chart': { name: '3D堆叠柱状图' },
  'Bar Chart': { name: '柱状图', words: ['柱形图'] },
  'Color Bar Chart': { name: '彩色条形图', words: ['条形图', '排行'] },
  'Gradient Bar Chart': { name: '渐变柱状图' },
  'Summary Bar Chart': { name: '汇总柱状图' },
  Frame: { name: '内嵌网页', words: ['iframe', '网页'] },
  'Funnel Chart': { name: '漏斗图' },
  Treemap: { name: '矩形树图' },
  'Scripted Chart A': { name: '脚本图表A' },
  'Scripted Chart B': { name: '脚本图表B' },
  'Carousel Line Chart': { name: '轮播折线图' },
  'ECharts Line Chart': { name: 'ECharts折线图' },
  'Line Area Chart': { name: '折线面积图' },
  'Line Chart': { name: '折线图', words: ['曲线图'] },
  'Line Chart 2': { name: '折线图2' },
  'Metric Area Chart': { name: '指标面积图' },
  'Mini Area Chart': { name: '迷你面积图' },
  'Alarm Information': { name: '告警信息', words: ['报警', '预警'] },
  'Alarm List': { name: '告警列表', words: ['报警', '预警'] },
  'Alarm List 2': { name: '告警列表2', words: ['报警', '预警'] },
  'Carousel List': { name: '轮播列表', words: ['表格'] },
  'Paging List': { name: '翻页列表', words: ['表格', '排行'] },
  '3D Earth': { name: '3D地球' },
  '3D World Map': { name: '3D世界地图' },
  Map: { name: '地图', words: ['中国地图', '省份'] },
  '3D Map': { name: '3D地图', words: ['中国地图', '省份'] },
  'World Map': { name: '世界地图' },
  'Bubble Chart': { name: '气泡图' },
  'Color Bar Metrics': { name: '彩条指标' },
  'Core Metrics': { name: '核心指标' },
  'Dashboard Gauge': { name: '仪表盘' },
  'Data Overview Component': { name: '数据总览' },
  'Performance Metrics': { name: '性能指标', words: ['翻牌器'] },
  'Numeric Metric': { name: '数值指标', words: ['翻牌器'] },
  'Metrics Component': { name: '指标组件' },
  'Multi-dimensional Metrics': { name: '多维指标' },
  PV: { name: '访问量', words: ['翻牌器'] },
  'Star Rating Chart': { name: '星级评分图' },
  '3D Bar Line Chart': { name: '3D柱线混合图' },
  'Bar Line Chart': { name: '柱线混合图' },
  'Alarm Fault List': { name: '告警故障列表', words: ['报警', '预警'] },
  'Legend List': { name: '图例列表' },
  'Multi-field List': { name: '多字段列表', words: ['表格'] },
  'Overview List': { name: '总览列表' },
  'Radar Chart List': { name: '雷达图列表' },
  'Radar Chart List 2': { name: '雷达图列表2' },
  '3D Pie Chart': { name: '3D饼图' },
  '3D Single Metric Pie Chart': { name: '3D单指标饼图' },
  'Colorful Progress Bar': { name: '彩色进度条', words: ['进度'] },
  'ECharts Pie Chart': { name: 'ECharts饼图' },
  'Metrics Proportion Chart': { name: '指标占比图' },
  'Mini Pie Chart': { name: '迷你饼图' },
  'Pie Chart': { name: '饼图', words: ['饼状图', '扇形图'] },
  'Circular Proportion Chart': { name: '环形占比图', words: ['环图', '环形图'] },
  'User Experience Score': { name: '用户体验评分' },
  'Proportion Chart': { name: '占比图' },
  '3D Water Column Chart': { name: '3D水柱图', words: ['水位图', '水球图'] },
  'Classification Proportion Chart': { name: '分类占比图' },
  '3D Pie Proportion Chart': { name: '3D饼形占比图' },
  'Method Proportion Chart': { name: '方法占比图' },
  'Stereo Proportion Chart': { name: '立体占比图' },
  '3D Radar Chart': { name: '3D雷达图' },
  'Mesh Radar Chart': { name: '网状雷达图' },
  'Radar Chart': { name: '雷达图' },
  'Rotating Radar Chart': { name: '旋转雷达图' },
  '3D Sankey Diagram': { name: '3D桑基图', words: ['流向'] },
  'Hierarchy Tree': { name: '层级树' },
  'Hierarchy Tree 2': { name: '层级树2' },
  'Ring Topology': { name: '环形拓扑图', words: ['关系图'] },
  'Starry Sky Distribution Diagram': { name: '星空分布图', words: ['关系图'] },
  Topology: { name: '拓扑图', words: ['关系图'] },
  'Topology 3D': { name: '3D拓扑图' },
};

/** Returns undefined if the component has no fixed Chinese name. */
export const chineseName = (component: string): string | undefined => CHINESE_NAMES[component]?.name;

/** Returns the name of a component in English and in Chinese: `Pie Chart  饼图`. */
export const bothNames = (component: string): string => [component, chineseName(component) ?? []].flat().join('  ');

export const chineseWords = (component: string): readonly string[] => {
  const { name = [], words = [] } = CHINESE_NAMES[component] ?? {};
  return [name, words].flat();
};

/** Ignores case, blanks and the width of characters. */
export const isNameOf = (component: string, name: string): boolean =>
  [component, chineseName(component) ?? component].some((known) => plainName(known) === plainName(name));

/** Looks at the English name, the Chinese name, and the Chinese search words. */
export const hasInName = (component: string, text: string): boolean =>
  [component, ...chineseWords(component)].some((known) => plainName(known).includes(plainName(text)));
