import { openBrowser, openPage } from '../../tests/support/browser/open-browser.ts';
import { defineCommand } from '../command-line/define-command.ts';
import { type Held, measureMemory } from '../lab/screens/measure-memory.ts';
import { COUNTS, type Measured, measureWall, SCREENS } from '../lab/screens/measure-walls.ts';
import { type SampleWall, serveSamples } from '../lab/screens/serve-samples.ts';
import { formatTable } from '../terminal/format-table.ts';

const NAMES: readonly SampleWall['names'][] = ['chinese', 'long'];

const HEADER =
  'Screen,Endpoints,Names,Pages,Area,Scrolling px,Cut,Overlapping,Broken,Too small,Smallest text,Smallest figure,Largest figure'.split(
    ',',
  );

const units = (size: number): string => (Number.isFinite(size) ? size.toFixed(2) : '');

const cellsOf = ({ pages, area, scrolling, cut, overlapping, broken, smallest, figures, tooSmall }: Measured) => [
  String(pages),
  area.toFixed(2),
  String(scrolling),
  String(cut.length),
  String(overlapping.length),
  String(broken.length),
  String(tooSmall.length),
  units(smallest),
  units(Math.min(...figures)),
  units(Math.max(...figures)),
];

/** Numbers of refreshes after which the memory of a wall is measured. */
const REFRESHES = [50, 250, 500, 1000];
const MEMORY_HEADER = ['Refreshes', 'Heap in MB', 'Nodes', 'Listeners'];

const cellsOfMemory = ({ heapMb, nodes, listeners }: Held, index: number): readonly string[] => [
  String(REFRESHES[index]),
  heapMb.toFixed(2),
  String(nodes),
  String(listeners),
];

export const command = defineCommand({
  options: {},
  notes: ['Sizes of texts are in 1 % of the square root of the area of the screen.'],
  run: async () => {
    const server = await serveSamples();
    const browser = await openBrowser();
    try {
      const { page } = await openPage(browser, server.url, { reducedMotion: 'reduce' });
      const rows: (readonly string[])[] = [];
      for (const screen of SCREENS)
        for (const count of COUNTS)
          for (const names of NAMES) {
            const measured = await measureWall({ page, server }, { count, names }, screen);
            rows.push([`${screen.width}x${screen.height}`, String(count), names, ...cellsOf(measured)]);
          }
      console.log(formatTable([HEADER, ...rows]));
      const held = await measureMemory(browser, server, REFRESHES);
      console.log(formatTable([MEMORY_HEADER, ...held.map(cellsOfMemory)]));
    } finally {
      await browser.close();
      server.close();
    }
    return undefined;
  },
});
