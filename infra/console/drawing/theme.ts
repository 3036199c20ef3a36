import type { ChartOption } from '../../../schemas/common/charts/picture.ts';

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

export const TILE_SIZE: Size = { width: 360, height: 240 };

export type ThemeName = 'light' | 'dark';

/** The data of a picture may set other colours. */
export interface Theme {
  readonly name: ThemeName;
  readonly ground: string;
  readonly text: string;
  /** Names of axes and headings of columns. */
  readonly mutedText: string;
  /** Grid lines and the empty part of a gauge. */
  readonly line: string;
  /** Regions without data on a map, and the striped rows of a table. */
  readonly surface: string;
  readonly series: readonly string[];
}

export const FONT =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', 'WenQuanYi Micro Hei', sans-serif";

const SERIES = ['#3b82f6', '#14b8a6', '#f59e0b', '#a78bfa', '#f472b6', '#84cc16', '#fb7185', '#38bdf8'];

export const themes: Readonly<Record<ThemeName, Theme>> = {
  light: {
    name: 'light',
    ground: '#ffffff',
    text: '#1f2a3a',
    mutedText: '#5b6678',
    line: '#dfe5ee',
    surface: '#eef2f8',
    series: SERIES,
  },
  dark: {
    name: 'dark',
    ground: '#0f1b2d',
    text: '#e8eef8',
    mutedText: '#9fb0c8',
    line: '#263650',
    surface: '#1a2941',
    series: SERIES,
  },
};

const axisOf = ({ mutedText, line }: Theme) => ({
  axisLine: { lineStyle: { color: line } },
  axisTick: { show: false },
  axisLabel: { color: mutedText, fontSize: 11 },
  nameTextStyle: { color: mutedText, fontSize: 11 },
  splitLine: { lineStyle: { color: line } },
});

export const chartTheme = (theme: Theme): ChartOption => {
  const { text, mutedText, line, surface, ground, series } = theme;
  const axis = axisOf(theme);
  const label = { color: text, textBorderWidth: 0 };
  const outlined = { color: text, textBorderColor: ground, textBorderWidth: 2 };
  return {
    color: series,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: FONT },
    title: { textStyle: { color: text, fontWeight: 600, fontSize: 13 } },
    legend: {
      textStyle: { color: mutedText, fontSize: 11 },
      icon: 'roundRect',
      itemWidth: 10,
      itemHeight: 10,
      itemGap: 12,
      pageTextStyle: { color: mutedText },
      pageIconColor: mutedText,
      pageIconInactiveColor: line,
      pageIconSize: 10,
    },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: {
      ...axis,
      axisLabel: { ...axis.axisLabel, hideOverlap: true },
      axisLine: { show: false },
      splitNumber: 4,
    },
    timeAxis: {
      ...axis,
      axisLabel: { ...axis.axisLabel, hideOverlap: true },
      splitLine: { show: false },
      splitNumber: 4,
    },
    radar: {
      axisName: { color: mutedText },
      axisLine: { lineStyle: { color: line } },
      splitLine: { lineStyle: { color: line } },
      splitArea: { show: false },
      splitNumber: 4,
    },
    line: { symbol: 'circle', symbolSize: 5, lineStyle: { width: 2 }, label: { ...label, fontSize: 11 } },
    bar: { label: { ...label, fontSize: 11 }, itemStyle: { borderRadius: 2 } },
    pie: { label: { ...label, fontSize: 11 }, itemStyle: { borderColor: ground, borderWidth: 1.5 } },
    gauge: {
      axisLine: { lineStyle: { color: [[1, line]] } },
      axisLabel: { color: mutedText },
      title: { color: mutedText },
      detail: { color: text, fontWeight: 600 },
    },
    graph: {
      color: series,
      label: outlined,
      lineStyle: { color: mutedText },
      edgeLabel: { ...outlined, color: mutedText },
    },
    sankey: { label: { ...outlined, fontSize: 11 } },
    chord: { label: { ...label, fontSize: 11 } },
    funnel: { label: { ...label, fontSize: 11 }, itemStyle: { borderColor: ground } },
    treemap: { label: outlined, itemStyle: { borderColor: ground }, upperLabel: label, breadcrumb: { show: false } },
    geo: { label: outlined, itemStyle: { areaColor: surface, borderColor: line } },
  };
};
