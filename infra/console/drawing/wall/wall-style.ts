import { type Theme, type ThemeName, themes } from '../theme.ts';

export interface WallTheme extends Theme {
  readonly page: string;
  readonly failed: string;
  readonly stale: string;
}

export const wallThemes: Readonly<Record<ThemeName, WallTheme>> = {
  dark: { ...themes.dark, page: '#081020', failed: '#ff7a85', stale: '#f6b73c' },
  light: { ...themes.light, page: '#e4e9f1', failed: '#b3202d', stale: '#855500' },
};
