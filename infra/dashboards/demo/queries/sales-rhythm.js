// Draws each channel as an area over the hours, and marks the busiest hour.
var colors = ['#2f7ed8', '#f28f43', '#8bbc21'];

var option = {
  color: colors,
  legend: { textStyle: { color: '#cfd8dc' } },
  tooltip: { trigger: 'axis' },
  grid: { left: 48, right: 16, top: 40, bottom: 32 },
  dataset: { source: [] },
  xAxis: { type: 'category', boundaryGap: false },
  yAxis: { type: 'value', name: 'orders' },
  series: colors.map(() => ({ type: 'line', smooth: true, areaStyle: { opacity: 0.25 } })),
};

var shown = 0;
setInterval(() => {
  shown = (shown + 1) % colors.length;
  this.myChart.setOption({
    series: colors.map((_, index) => ({ areaStyle: { opacity: index === shown ? 0.6 : 0.15 } })),
  });
}, 5000);
