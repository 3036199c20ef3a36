import type { FramePicture } from '../../../../schemas/common/charts/picture.ts';
import type { Box } from '../size.ts';
import type { Theme } from '../theme.ts';
import { fitText, svgText } from './text.ts';

const BAR_HEIGHT = 28;

/** Draws a browser's window with the address of the framed page. */
export const drawFrame = ({ url }: FramePicture, { x, y, width, height }: Box, theme: Theme): string => {
  const { line, surface, mutedText, text } = theme;
  const dots = [0, 1, 2].map(
    (dot) => `<circle cx="${x + 14 + dot * 12}" cy="${y + BAR_HEIGHT / 2}" r="3.5" fill="${line}"/>`,
  );
  return [
    `<rect x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="6" fill="none" stroke="${line}"/>`,
    `<rect x="${x + 1}" y="${y + 1}" width="${width - 2}" height="${BAR_HEIGHT}" rx="5" fill="${surface}"/>`,
    ...dots,
    svgText(fitText(url, 12, width - 80), x + 56, y + BAR_HEIGHT / 2 + 4, { size: 12, color: text }),
    svgText('The page at this address is shown here', x + width / 2, y + height / 2 + 14, {
      size: 12,
      color: mutedText,
      align: 'center',
    }),
  ].join('');
};
