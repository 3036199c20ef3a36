/** Wraps data as `{ code: 200, msg: 'success', data }`. */
export const codeWrapper = <Data>(data: Data) => ({ code: 200, msg: 'success', data });

/** Wraps data as `{ status: 200, data }`. */
export const statusWrapper = <Data>(data: Data) => ({ status: 200, data });
