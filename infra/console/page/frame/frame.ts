import * as echarts from 'echarts-4';

interface Work {
  readonly script: string;
  readonly dataset: unknown;
  /** The script of Scripted Chart B may only define the chart's option. */
  readonly handsOutChart: boolean;
  readonly label: string;
}

/** Constructors of WebRTC, which sends packets to other machines. Chromium ignores the policy that would forbid it. */
const WEBRTC = /^(?:(?:webkit|moz)?RTC|WebTransport)/;

for (const name of Object.getOwnPropertyNames(globalThis))
  if (WEBRTC.test(name)) Reflect.deleteProperty(globalThis, name);
// A script that reads the nonce could run in a frame of its own, where the constructors are again.
for (const element of Array.from(document.scripts)) element.remove();

type Chart = ReturnType<typeof echarts.init>;
type Option = Readonly<Record<string, unknown>>;

const place = document.querySelector('#chart') as HTMLDivElement;
const problem = document.querySelector('#problem') as HTMLParagraphElement;

let chart: Chart | undefined;
let script: string | undefined;

const withoutMotion = matchMedia('(prefers-reduced-motion: reduce)').matches ? { animation: false } : {};

/** As the platform's editor does. The script defines `option` and may use the chart as `this.myChart`. */
const runScript = (work: Work, handle: Chart): Option => {
  const run = new Function('echarts', `${work.script}\n;return option;`);
  return run.call(work.handsOutChart ? { myChart: handle } : {}, echarts) as Option;
};

const start = (work: Work): Chart => {
  place.setAttribute('aria-label', work.label);
  const made = echarts.init(place, 'dark');
  const option = runScript(work, made);
  made.setOption({ ...withoutMotion, backgroundColor: 'transparent', ...option });
  script = work.script;
  return made;
};

const draw = (work: Work): void => {
  chart ??= start(work);
  chart.setOption({ dataset: work.dataset });
};

window.addEventListener('resize', () => chart?.resize());
window.addEventListener('message', ({ data, source }: MessageEvent<Work>) => {
  if (source !== window.parent) return;
  if (script !== undefined && script !== data.script) return location.reload();
  try {
    draw(data);
  } catch (error) {
    problem.textContent = `The script failed: ${(error as Error).message}`;
  }
});
window.parent.postMessage('ready', '*');
