/** The families of components. Each family is deployed as one function. */
export const FAMILIES = [
  'pie',
  'bar',
  'line',
  'metric',
  'radar',
  'map',
  'list',
  'mixed-list',
  'relation',
  'mixed-bar',
  'funnel',
  'treemap',
  'script',
  'frame',
] as const;
