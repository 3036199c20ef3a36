import type { Preview } from '../../common/charts/picture.ts';

export const preview: Preview<{ src: string }> = ({ src }) => ({ kind: 'frame', url: src });
