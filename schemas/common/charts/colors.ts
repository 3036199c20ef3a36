/**
 * Colours for meanings that a body gives without a colour of its own. They are legible on dark and on light
 * backgrounds.
 */
export const GOOD = '#22a06b';
export const WARNING = '#e2a03f';
export const SEVERE = '#e5484d';
export const NEUTRAL = '#8893a7';
export const ACCENT = '#3b82f6';

const ACCENT_CHANNELS = '59,130,246';

/** Returns the accent colour. The smaller the share (0 to 1), the paler the colour. */
export const shade = (share: number): string => {
  const alpha = 0.25 + 0.75 * Math.min(Math.max(share, 0), 1);
  return `rgba(${ACCENT_CHANNELS},${Math.round(alpha * 100) / 100})`;
};

/** Colours of series and groups, in their order. */
export const SERIES_COLORS = ['#3b82f6', '#14b8a6', '#f59e0b', '#a78bfa', '#f472b6', '#84cc16', '#fb7185', '#38bdf8'];

/** Returns the colour of a series by its place. */
export const colorAt = (index: number): string => SERIES_COLORS[index % SERIES_COLORS.length] as string;
