/** Returns a family's name as osls writes it in logical ids: `mixed-list` becomes `MixedDashlist`. */
export const logicalName = (family: string): string =>
  `${family.charAt(0).toUpperCase()}${family.slice(1).replaceAll('-', 'Dash')}`;
