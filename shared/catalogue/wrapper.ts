/** The wrapper of the shapes whose success says `code` and `msg`. */
export const codeWrapper = <Data>(data: Data) => ({ code: 200, msg: 'success', data });

/** The wrapper of the shapes whose success says `status`. */
export const statusWrapper = <Data>(data: Data) => ({ status: 200, data });
