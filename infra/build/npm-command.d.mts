/** Returns the program and the first arguments that run npm. */
export declare const npmCommand: () => string[];
