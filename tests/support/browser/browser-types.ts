/** The parts of playwright-core that the browser tests use. Only a run of these tests installs the package. */

/**
 * Creates a function from an expression. Playwright gets a function, because the page's content security policy forbids
 * to evaluate text. The expression is text, because TypeScript does not know the page's globals here.
 */
export const inPage = <Result>(expression: string): (() => Result) =>
  new Function(`return ${expression}`) as () => Result;

export interface Locator {
  locator(selector: string): Locator;
  getByRole(role: string, options?: { readonly name?: string | RegExp; readonly exact?: boolean }): Locator;
  first(): Locator;
  nth(index: number): Locator;
  count(): Promise<number>;
  all(): Promise<readonly Locator[]>;
  innerText(): Promise<string>;
  allInnerTexts(): Promise<readonly string[]>;
  getAttribute(name: string): Promise<string | null>;
  isVisible(): Promise<boolean>;
  click(): Promise<void>;
  focus(): Promise<void>;
  press(key: string): Promise<void>;
  fill(text: string): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  setInputFiles(files: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }): Promise<void>;
  evaluate<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  waitFor(options?: {
    readonly state?: 'attached' | 'detached' | 'visible' | 'hidden';
    readonly timeout?: number | undefined;
  }): Promise<void>;
  scrollIntoViewIfNeeded(): Promise<void>;
  boundingBox(): Promise<{
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null>;
}

export interface Page extends Pick<Locator, 'locator' | 'getByRole'> {
  /** The clock of the page, which stands still or jumps once it is installed. */
  readonly clock: { install(): Promise<void>; fastForward(milliseconds: number): Promise<void> };
  context(): Context;
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  url(): string;
  content(): Promise<string>;
  evaluate<Result>(work: () => Result | Promise<Result>): Promise<Result>;
  waitForFunction(
    condition: () => unknown,
    argument?: unknown,
    options?: { readonly timeout?: number; readonly polling?: number },
  ): Promise<unknown>;
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>;
  pdf(options: { readonly preferCSSPageSize: true }): Promise<Buffer>;
  waitForEvent(event: 'download'): Promise<{ path(): Promise<string>; suggestedFilename(): string }>;
  screenshot(options: { readonly path?: string; readonly fullPage?: boolean }): Promise<Buffer>;
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
  on(event: 'request', listener: (request: { url(): string }) => void): void;
}

/** A connection to the browser's own protocol, which counts what a page holds. */
export interface Protocol {
  send(method: string): Promise<unknown>;
}

export interface Context {
  newCDPSession(page: Page): Promise<Protocol>;
  newPage(): Promise<Page>;
  setDefaultTimeout(milliseconds: number): void;
  grantPermissions(permissions: readonly string[]): Promise<void>;
  setOffline(isOffline: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface ContextOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly locale?: string;
  readonly reducedMotion?: 'reduce';
}

export interface Browser {
  newContext(options?: ContextOptions): Promise<Context>;
  close(): Promise<void>;
}

export interface Playwright {
  readonly chromium: {
    launch(options: {
      readonly executablePath?: string;
      readonly channel?: string;
      readonly args?: readonly string[];
      readonly env?: Readonly<Record<string, string | undefined>>;
    }): Promise<Browser>;
  };
}
