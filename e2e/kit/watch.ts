import type { BrowserContext, ConsoleMessage } from '@playwright/test'

/** Collects what must not happen in a browser, whatever the journey is about. */
export interface Watch {
  attach(context: BrowserContext): Promise<void>
  /** messages of the console that this journey provokes on purpose */
  expectConsole(...patterns: readonly RegExp[]): void
  problems(): string[]
}

const MARK = 'securitypolicyviolation'

const reportViolations = (mark: string): void => {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`${mark}: ${violatedDirective} ${blockedURI}`),
  )
}

const textOf = (message: ConsoleMessage): string => `${message.text()} (${message.location().url})`

/** Security requirement 30 (no violation of the content policy in any browser test), page errors and console errors. */
export const createWatch = (): Watch => {
  const found: string[] = []
  const expected: RegExp[] = []
  return {
    attach: async (context) => {
      await context.addInitScript(reportViolations, MARK)
      context.on('weberror', (webError) => found.push(`page error: ${webError.error().stack ?? webError.error()}`))
      context.on('console', (message) => {
        if (message.type() === 'error') found.push(textOf(message))
      })
    },
    expectConsole: (...patterns) => void expected.push(...patterns),
    problems: () => found.filter((text) => text.startsWith(MARK) || !expected.some((pattern) => pattern.test(text))),
  }
}
