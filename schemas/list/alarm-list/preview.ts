import { GOOD, NEUTRAL, type Preview, SEVERE, WARNING } from '../../common/charts/picture.ts';
import { plainTable } from '../../common/charts/tables.ts';

interface Alarm {
  readonly status: number;
  readonly title: string;
  readonly content: string;
  readonly time: string;
}

const COLORS: Readonly<Record<number, string>> = { 1: GOOD, 2: WARNING, 3: SEVERE };

export const preview: Preview<{ series: readonly Alarm[] }> = ({ series }) =>
  plainTable(
    series.map(({ status, title, content, time }) => [
      { text: title, color: COLORS[status] ?? NEUTRAL },
      content,
      time.slice(-'HH:mm:ss'.length),
    ]),
    ['left', 'left', 'right'],
  );
