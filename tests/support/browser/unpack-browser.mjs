// Unpacks the browser of @sparticuz/chromium and its libraries into the folder of the temporary files. This program runs in a process of its own, because the package reads environment variables to
// decide if it unpacks the libraries. Without the libraries, the machine would need the packages of a desktop.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder = ''] = process.argv.slice(2);
process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x';
const file = createRequire(join(folder, 'package.json')).resolve('@sparticuz/chromium');
const { default: chromium } = await import(pathToFileURL(file).href);
const browser = chromium.default ?? chromium;
browser.setGraphicsMode = false;
await browser.executablePath();
