/** The families of components: each is one function. */
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
