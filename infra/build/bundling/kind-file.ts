/**
 * The beginning of the name of the file with the reader of a kind of source. Such files are in no folder, because they load
 * official clients from `./clients/`.
 */
export const KIND_FILE = 'kind-';
