// The component creates this chart. The script only defines option.
var option = {
  color: ['#c42525', '#f28f43', '#8bbc21'],
  legend: { bottom: 0, textStyle: { color: '#cfd8dc' } },
  tooltip: { trigger: 'axis' },
  dataset: { source: [] },
  xAxis: { type: 'category' },
  yAxis: { type: 'value', name: 'alarms', minInterval: 1 },
  series: ['severe', 'warning', 'cleared'].map((name) => ({
    type: 'bar',
    stack: 'alarms',
    name: name,
    barMaxWidth: 24,
  })),
};
