/** The part of ECharts 4.9 that the frame uses. The package has no types. */
declare module 'echarts-4' {
  interface Chart {
    setOption(option: object): void;
    resize(): void;
  }
  export function init(element: HTMLElement, theme?: string): Chart;
}
