import { describe, expect, test } from '@jest/globals';
import { compactSvg, shortenOutline } from '../../../../infra/console/drawing/chart/compact-svg.ts';
import { drawDocument } from '../../../../infra/console/drawing/picture/draw-document.ts';
import { measureText, wrapText } from '../../../../infra/console/drawing/text.ts';
import { horizontalBars } from '../../../../schemas/common/charts/bars.ts';
import type { Picture } from '../../../../schemas/common/charts/picture.ts';
import { pies } from '../../../../schemas/common/charts/pies.ts';
import { plainTable, tiles } from '../../../../schemas/common/charts/tables.ts';

const HOSTILE = '</text><script>alert(1)</script> & "{b}" \u0000';

describe.each<[string, Picture]>([
  ['tiles', tiles([{ name: HOSTILE, value: HOSTILE, unit: HOSTILE, color: HOSTILE }])],
  ['a table', plainTable([[HOSTILE, { text: HOSTILE, color: HOSTILE }]], ['left', 'left'])],
  ['a frame', { kind: 'frame', url: HOSTILE }],
  ['a pie', pies([{ title: HOSTILE, slices: [{ name: HOSTILE, value: 1 }] }])],
  ['bars', horizontalBars([{ name: HOSTILE, value: 1, unit: HOSTILE }], HOSTILE)],
  ['several', { kind: 'several', direction: 'row', pictures: [{ title: HOSTILE, picture: tiles([]) }] }],
])('a text of the data in %s', (_, picture) => {
  test('a picture escapes the texts of the data, so that no text becomes markup', () => {
    const svg = drawDocument(picture, { title: HOSTILE });
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u0000');
  });
});

describe('a picture of more data than fits', () => {
  test('a picture says how many parts of its table it leaves out', () => {
    const rows = Array.from({ length: 40 }, (_, row) => [`row ${row}`]);
    expect(drawDocument(plainTable(rows, ['left']))).toMatch(/>row 0<.*>The first of 5 parts is drawn</);
  });

  test('a picture says how many parts of its figures it leaves out', () => {
    const figures = Array.from({ length: 40 }, (_, value) => ({ name: `n${value}`, value }));
    expect(drawDocument(tiles(figures))).toMatch(/>n0<.*>The first of \d+ parts is drawn</);
  });

  test('a picture says in a note how many series it leaves out', () => {
    const slices = [{ name: 'a', value: 1 }];
    const picture = pies(Array.from({ length: 30 }, (_, pie) => ({ title: `p${pie}`, slices })));
    expect(picture.notes).toEqual(['The first 24 of 30 pies are drawn']);
  });
});

test('an empty picture says that there is no data', () => {
  expect(drawDocument(tiles([]))).toContain('>No data<');
});

describe('the lines of a text', () => {
  test('a Chinese character counts as wide as it is high', () => {
    expect(measureText('支付宝', 12)).toBe(36);
  });

  test('a number is never broken, not even where it is wider than its place, and its currency stays beside it', () => {
    expect(wrapText('1,204,500', 12, 20)).toEqual(['1,204,500']);
    expect(wrapText('Revenue € 463', 12, 50)).toEqual(['Revenue', '€ 463']);
    expect(wrapText('Revenue 463 €', 12, 50)).toEqual(['Revenue', '463 €']);
  });

  test('a word that is wider than its place is broken', () => {
    expect(wrapText('Replenishment', 12, 40).length).toBeGreaterThan(1);
  });
});

describe('a compact SVG', () => {
  test('a compact SVG keeps circles, although the outline of a circle ends almost where it begins', () => {
    const svg = compactSvg('<svg><path d="M1 0A1 1 0 1 1 1 -0.0001" fill="#fff" class="zr0-cls-0"></path></svg>', 'a-');
    expect(svg).toBe('<path d="M1 0A1 1 0 1 1 1 -0.001" fill="#fff"/>');
  });

  test('a compact SVG joins paths that look the same', () => {
    const path = (d: string): string => `<path d="${d}" fill="#123"></path>\n`;
    expect(compactSvg(`<svg>\n${path('M0 0L1.04 1Z')}${path('M2 2L3 3Z')}</svg>`, '')).toBe(
      '<path d="M0 0L1 1ZM2 2L3 3Z" fill="#123"/>',
    );
  });

  test('a compact SVG draws long outlines in steps of whole pixels', () => {
    const ring = `M10 10${'L20.4 10L20.4 20.2L10 10.1'.repeat(20)}Z`;
    expect(shortenOutline(ring)).toMatch(/^M10 10l10 0l0 10-10-10l10 0/);
    expect(shortenOutline('M0 0L5 5')).toBe('M0 0L5 5');
  });
});

test('the labels of a time axis keep their size if their style is the CSS shorthand `font`', () => {
  const svg = compactSvg('<svg><text style="font: normal bold 11px system-ui">08:00</text></svg>', 'a-');
  expect(svg).toBe('<text font-size="11" font-weight="600">08:00</text>');
});
