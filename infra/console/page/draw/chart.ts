import { ref } from 'lit-html/directives/ref.js';
import type { ChartPicture } from '../../../../schemas/common/charts/picture.ts';

/** Lists the names of a chart in the element that it stands on. */
export const chart = ({ names }: ChartPicture) =>
  ref((element) => {
    if (element) element.textContent = names.join(', ');
  });
