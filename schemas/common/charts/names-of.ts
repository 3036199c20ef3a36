import type { Picture, PictureCell } from './picture.ts';

const textOf = (cell: PictureCell): readonly string[] => {
  if (typeof cell === 'string') return [cell];
  return 'text' in cell ? [cell.text] : [];
};

const namesIn = (picture: Picture): readonly string[] => {
  switch (picture.kind) {
    case 'chart':
      return picture.names;
    case 'tiles':
      return picture.tiles.map(({ name }) => name);
    case 'table':
      return [...picture.header, ...picture.rows.flatMap((row) => row.flatMap(textOf))];
    case 'frame':
      return [picture.url];
    case 'several':
      return picture.pictures.flatMap(({ title, picture: inner }) => [title, ...namesIn(inner)]);
  }
};

/** Returns the texts that a picture shows, each once. */
export const namesOf = (picture: Picture): readonly string[] => [...new Set(namesIn(picture))].filter(Boolean);

/** True if a picture shows no data: no names, figures or rows. */
export const isEmptyPicture = (picture: Picture): boolean => {
  if (picture.kind === 'table') return picture.rows.length === 0;
  if (picture.kind === 'several') return picture.pictures.every((one) => isEmptyPicture(one.picture));
  return picture.kind !== 'frame' && (picture.kind === 'chart' ? picture.names : picture.tiles).length === 0;
};

/** True if a picture is a map, and none of the names in the body are on that map. */
export const isOffTheMap = (picture: Picture): boolean =>
  picture.kind === 'chart' &&
  picture.map !== undefined &&
  picture.names.length > 0 &&
  picture.unknownNames?.length === new Set(picture.names).size;
