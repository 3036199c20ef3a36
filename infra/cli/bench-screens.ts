import { defineCommand } from '../command-line/define-command.ts';
import { openBrowser } from '../lab/browser/open-browser.ts';
import { COUNTS, type Measured, measureWall, SCREENS } from '../lab/browser/screens/measure-walls.ts';
import { type SampleWall, serveSamples } from '../lab/browser/screens/serve-samples.ts';
import { formatTable } from '../terminal/format-table.ts';

const NAMES: readonly SampleWall['names'][] = ['chinese', 'long'];

const HEADER =
  'Screen,Endpoints,Names,Pages,Area,Scrolling px,Cut,Overlapping,Smallest text,Smallest figure,Largest figure'.split(
    ',',
  );

const units = (size: number): string => (Number.isFinite(size) ? size.toFixed(2) : '');

const cellsOf = ({ pages, area, scrolling, cut, overlapping, smallest, figures }: Measured): readonly string[] => [
  String(pages),
  area.toFixed(2),
  String(scrolling),
  String(cut.length),
  String(overlapping.length),
  units(smallest),
  units(Math.min(...figures)),
  units(Math.max(...figures)),
];

export const command = defineCommand({
  options: {},
  notes: ['Sizes of texts are in 1 % of the square root of the area of the screen.'],
  run: async () => {
    const server = await serveSamples();
    const browser = await openBrowser();
    try {
      const rows: (readonly string[])[] = [];
      for (const screen of SCREENS)
        for (const count of COUNTS)
          for (const names of NAMES) {
            const measured = await measureWall(browser, server, { count, names }, screen);
            rows.push([`${screen.width}x${screen.height}`, String(count), names, ...cellsOf(measured)]);
          }
      console.log(formatTable([HEADER, ...rows]));
    } finally {
      await browser.close();
      server.close();
    }
    return undefined;
  },
});
