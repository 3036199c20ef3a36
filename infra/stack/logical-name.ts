/** A family in the logical ids of osls: `mixed-list` is `MixedDashlist`. */
export const logicalName = (family: string): string =>
  `${family.charAt(0).toUpperCase()}${family.slice(1).replaceAll('-', 'Dash')}`;
