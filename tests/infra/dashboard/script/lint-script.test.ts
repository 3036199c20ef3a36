import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lintScript } from '../../../../infra/dashboard/script/lint-script.ts';

const A = 'Scripted Chart A';
const B = 'Scripted Chart B';
const OPTION = 'var option = { series: [] };\n';

/** Returns the text at a problem's position, up to the next blank, and the problem's message. */
const lint = (script: string, component = A): readonly string[] =>
  lintScript(script, component).map(
    ({ offset, message, hint }) => `${script.slice(offset).split(/\s/)[0]}: ${message} (${hint})`,
  );

describe('the variable option', () => {
  test.each([
    'var option = {};',
    'let option = {}',
    'const option = { a: 1 };',
    'option = { title: { text: data.title } };',
    'var a = 1, option = build(a);',
    'const { option } = build();',
    '[option] = [{}];',
    'if (dark) { option = darkOption } else { option = lightOption }',
    'if (dark) { var option = {} }',
    'for (var option of [{}]) {}',
    'var option;\noption = {};',
    'var option = null;\nfunction build() { option = {} }\nbuild();',
    'let option; (() => { option = {} })();',
    '"use strict"; const option = () => ({}); return option;',
    '#!/usr/bin/env node\nvar option = {}',
  ])('%j defines the variable option', (script) => {
    expect(lint(script)).toEqual([]);
    expect(lint(script, B)).toEqual([]);
  });

  const HINT = '(write var option = { ... } at the top level)';

  test.each([
    ['', `: the script defines no variable named option ${HINT}`],
    ['// only a comment', `//: the script defines no variable named option ${HINT}`],
    ['console.log(option)', `console.log(option): the script defines no variable named option ${HINT}`],
    ['chart = { option: {} }', `chart: the script defines no variable named option ${HINT}`],
    ['window.option = {}', `window.option: the script defines no variable named option ${HINT}`],
    ['var a = 1, options = {};', 'options: the script defines no variable named option (rename options to option)'],
    ['var Option = {}', 'Option: the script defines no variable named option (rename Option to option)'],
    ['function options() {}', `function: the script defines no variable named option ${HINT}`],
    ['var option;', `option;: option never gets a value ${HINT}`],
    ['let option = null', `option: option never gets a value ${HINT}`],
    ['var option = undefined, a', `option: option never gets a value ${HINT}`],
    ['function f() { var option = {} }', `option: option is defined only inside a function ${HINT}`],
    ['function f(option) { option = {} }', `option): option is defined only inside a function ${HINT}`],
    ['(() => { option = {} })()', `option: option is defined only inside a function ${HINT}`],
    ['if (a) { let option = {} }', `option: option is defined only inside a block ${HINT}`],
    ['for (const option of []) {}', `option: option is defined only inside a block ${HINT}`],
    ['function option() {}', `option(): option is a function or a class ${HINT}`],
    ['class option {}', `option: option is a function or a class ${HINT}`],
  ])('%j does not define the variable option', (script, expected) => {
    expect(lint(script)).toEqual([expected]);
  });
});

describe('the syntax of a script', () => {
  test.each([
    ['var option = {', ': not JavaScript: Unexpected token (correct the script here)'],
    ['var option = {};\nlet a = ;', ';: not JavaScript: Unexpected token (correct the script here)'],
    ['export const option = {}', /^export: not JavaScript: .+ \(a script is not a module: remove import and export\)$/],
    ["import x from 'x'", /^import: not JavaScript: .+ \(a script is not a module: remove import and export\)$/],
    ['{ "title": 1, "series": [] }', /^: .*|.* \(write option = \{ \.\.\. \}\)$/],
    ['let option = 1; let option = 2', /^option: not JavaScript: Identifier 'option' has already been declared/],
  ])('a script with a syntax error has one problem: %j', (script, expected) => {
    expect(lint(script)).toEqual([typeof expected === 'string' ? expected : expect.stringMatching(expected)]);
  });

  test.each([
    ['brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['a chain of names', `a${'.a'.repeat(100_000)}`],
  ])('a script that is nested too deeply by %s has a problem', (_, value) => {
    expect(lintScript(`option = ${value}`, A)).toEqual([
      { offset: 0, message: 'the script is nested too deeply', hint: 'split its expressions' },
    ]);
  });

  test('the check of a script never runs the script, and never throws', () => {
    const words = [
      'option',
      '=',
      '{',
      '}',
      'this.myChart',
      '.setOption(',
      ')',
      'echarts.init(',
      'var ',
      ';',
      '=>',
      '`',
    ];
    const script = fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(script, (text) => {
        for (const { offset } of lintScript(`throw 1;${text}`, B)) expect(offset).toBeLessThanOrEqual(text.length + 8);
      }),
    );
  });
});

describe('creating a chart', () => {
  const HINT = '(only define option: the component creates the chart, which is this.myChart)';

  test.each([
    ['var chart = echarts.init(dom);', 'echarts.init(dom);: echarts.init(...) creates a chart'],
    ['echarts["init"](dom)', 'echarts["init"](dom): echarts.init(...) creates a chart'],
    ['echarts?.init(dom)', 'echarts?.init(dom): echarts.init(...) creates a chart'],
    ['window.echarts.init(dom)', 'window.echarts.init(dom): echarts.init(...) creates a chart'],
    ['function f() { return echarts.init(dom) }', 'echarts.init(dom): echarts.init(...) creates a chart'],
    ['const lib = echarts; lib.init(dom)', 'lib.init(dom): echarts.init(...) creates a chart'],
    ['const { init } = echarts; init(dom)', 'init(dom): echarts.init(...) creates a chart'],
    ['const { init: make } = echarts; make(dom)', 'make(dom): echarts.init(...) creates a chart'],
    ["Highcharts.chart('box', option)", "Highcharts.chart('box',: Highcharts.chart(...) creates a chart"],
    ['new Highcharts.Chart(option)', 'new: new Highcharts.Chart(...) creates a chart'],
    ['new Chart(context, option)', 'new: new Chart(...) creates a chart'],
    ['new echarts()', 'new: new echarts(...) creates a chart'],
  ])('the script %j, which creates a chart, is refused only in Scripted Chart B', (line, expected) => {
    expect(lint(OPTION + line, B)).toEqual([`${expected} ${HINT}`]);
    expect(lint(OPTION + line, A)).toEqual([]);
  });

  test.each([
    'option.color = new echarts.graphic.LinearGradient(0, 0, 0, 1, []);',
    'echarts.registerMap("world", map);',
    'const at = new Date(), seen = new Map();',
    'const state = { init() { return 1 } }; state.init();',
    'function Chart() {} new Chart();',
    'class LineChart {} new LineChart();',
    'this.init();',
    'init(dom);',
    '$("#box").init();',
    'let lib = first; lib = second; lib.init(dom);',
    '// echarts.init(dom)\nconst text = "echarts.init(dom)";',
  ])('%j creates no chart, as far as check can judge without running it', (line) => {
    expect(lint(OPTION + line, B)).toEqual([]);
  });
});

describe.each([A, B])('updating the chart of %s', (component) => {
  test.each([
    'this.myChart.setOption(option);',
    'this["myChart"].setOption(option);',
    'this.myChart?.setOption(option);',
    'setInterval(() => { this.myChart.setOption(option) }, 1000);',
    'const self = this; setInterval(function () { self.myChart.setOption(option) }, 1000);',
    'var that = this, chart = that.myChart; function f() { chart.setOption(option) }',
    'const { myChart } = this; myChart.setOption(option);',
    'const { myChart: chart } = this; chart.setOption(option);',
    'setInterval(function () { this.myChart.setOption(option) }.bind(this), 1000);',
    'function update() { this.myChart.setOption(option) }\nsetInterval(update.bind(this), 1000);',
    'class Ticker { myChart; tick() { this.myChart.setOption(option) } }',
    'function update(chart) { chart.setOption(option) }\nupdate(this.myChart);',
    'let chart; chart = this.myChart; chart.setOption(option);',
    'getChart().setOption(option);',
    'var self = self; self.setOption(option);',
    'var a = b; var b = a; a.setOption(option);',
    'if (typeof myChart !== "undefined") console.log("there");',
    'store.update(option); page.showLoading();',
    'for (const key in { myChart: 1 }) option[key] = key.myChart;',
  ])('%j is valid, or cannot be judged without running the script', (line) => {
    expect(lint(OPTION + line, component)).toEqual([]);
  });

  test.each([
    ['myChart.setOption(option)', 'myChart.setOption(option): myChart is not defined (write this.myChart)'],
    ['() => myChart.resize()', 'myChart.resize(): myChart is not defined (write this.myChart)'],
    [
      'window.myChart.setOption(option)',
      "window.myChart.setOption(option): setOption of myChart, which is not the component's chart (write this.myChart.setOption(...))",
    ],
    [
      'chart.setOption(option)',
      "chart.setOption(option): setOption of chart, which is not the component's chart (write this.myChart.setOption(...))",
    ],
    [
      'this.chart.appendData()',
      "this.chart.appendData(): appendData of this.chart, which is not the component's chart (write this.myChart.appendData(...))",
    ],
    [
      'this.setOption(option)',
      "this.setOption(option): setOption of this, which is not the component's chart (write this.myChart.setOption(...))",
    ],
    [
      'echarts.getInstanceByDom(dom).setOption(option)',
      "echarts.getInstanceByDom(dom).setOption(option): setOption of echarts.getInstanceByDom(...), which is not the component's chart (write this.myChart.setOption(...))",
    ],
    [
      'setInterval(function () { this.myChart.setOption(option) }, 1000)',
      'this.myChart.setOption(option): this is not the component inside a function that a timer calls (write an arrow function, () => { ... }, which keeps this)',
    ],
    [
      'window.setTimeout(function () { go(() => this.myChart.resize()) }, 1)',
      'this.myChart.resize()): this is not the component inside a function that a timer calls (write an arrow function, () => { ... }, which keeps this)',
    ],
  ])('%j does not update the chart of the component, and is refused', (line, expected) => {
    expect(lint(OPTION + line, component)).toEqual([expected]);
  });
});

test.each([
  'const chart = echarts.init(dom);',
  'var chart; chart = echarts.init(dom);',
  'let chart = null; if (dom) { chart = echarts.init(dom) }',
])('a script cannot update a chart that it made itself: %s', (making) => {
  const script = `${OPTION}${making}\nchart.setOption(option);`;
  const update =
    "chart.setOption(option);: setOption of echarts.init(...), which is not the component's chart (write this.myChart.setOption(...))";
  expect(lint(script, A)).toEqual([update]);
  expect(lint(script, B)).toEqual([expect.stringContaining('echarts.init(...) creates a chart'), update]);
});

test('every problem of a script is reported, in the order of the rules', () => {
  expect(lint('chart = echarts.init(dom);\nmyChart.clear();', B)).toEqual([
    expect.stringContaining('no variable named option'),
    expect.stringContaining('creates a chart'),
    expect.stringContaining('myChart is not defined'),
  ]);
});
