import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'
import type { Session } from '#contract/auth.ts'
import { STORED_KEYS } from '#web/api/session/stored-session.ts'
import { isKilled } from './installation.ts'
import type { TestServer } from './server.ts'

/** Collects errors that must not occur in any browser test. */
export interface Watch {
  /** also lets the context's pages open the outbox */
  attach(context: BrowserContext): Promise<void>
  /** console messages that the test provokes on purpose */
  expectConsole(...patterns: readonly RegExp[]): void
  problems(): string[]
}

/** Lets the context's pages open `/outbox`. */
export const allowOutbox = async (
  context: BrowserContext,
  { outboxUrl }: Pick<TestServer, 'outboxUrl'>,
): Promise<void> => {
  const { origin, searchParams } = new URL(outboxUrl)
  await context.addCookies([{ name: 'cuvee_outbox', value: searchParams.get('key') ?? '', url: `${origin}/outbox` }])
}

const VIOLATION_EVENT = 'securitypolicyviolation'

const reportViolations = (mark: string): void => {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`${mark}: ${violatedDirective} ${blockedURI}`),
  )
}

const formatMessage = (message: ConsoleMessage): string => `${message.text()} (${message.location().url})`

/** What a browser logs while a part of an installation is down. */
const INTERRUPTED = /status of 50[234]|No answer from the server|ERR_(INCOMPLETE|EMPTY|CONNECTION)/

/** Security requirement 30 (no violation of the content policy in any browser test), page errors and console errors. */
export const createWatch = (server: Pick<TestServer, 'outboxUrl'>): Watch => {
  const found: string[] = []
  const expected: RegExp[] = isKilled ? [INTERRUPTED] : []
  return {
    attach: async (context) => {
      await allowOutbox(context, server)
      await context.addInitScript(reportViolations, VIOLATION_EVENT)
      context.on('weberror', (webError) => found.push(`page error: ${webError.error().stack ?? webError.error()}`))
      context.on('console', (message) => {
        if (message.type() === 'error') found.push(formatMessage(message))
      })
    },
    expectConsole: (...patterns) => void expected.push(...patterns),
    problems: () =>
      found.filter((text) => text.startsWith(VIOLATION_EVENT) || !expected.some((pattern) => pattern.test(text))),
  }
}

/** Fills the tab's storage once, before the app runs, so that a later sign-out is not undone. */
const fillOnce = ({ mark, entries }: { mark: string; entries: [string, string][] }): void => {
  // A blank tab, which going back may lead to, has no storage.
  if (location.protocol === 'about:' || sessionStorage.getItem(mark) !== null) return
  sessionStorage.setItem(mark, '')
  for (const [key, value] of entries) sessionStorage.setItem(key, value)
}

/** Opens the path with a session, like a tab that signed in earlier. */
export const openSignedIn = async (page: Page, { user, ...tokens }: Session, path: string): Promise<void> => {
  const entries: [string, string][] = [
    [STORED_KEYS.accessToken, tokens.access_token],
    [STORED_KEYS.refreshToken, tokens.refresh_token],
    [STORED_KEYS.tokenExpiry, String(tokens.expires)],
    [STORED_KEYS.user, JSON.stringify(user)],
  ]
  await page.addInitScript(fillOnce, { mark: `entered ${tokens.access_token}`, entries })
  await page.goto(path)
}

/** Messages that the browser logs when a call fails because of `failCalls`. */
export const FAILED_CALL =
  /status of 500|No answer from the server|ERR_FAILED|^The (dashboard|list of dashboards) could not be/

/** Makes calls of this method and path (below /api) fail; returns a function that ends it. */
export const failCalls = async (
  page: Page,
  method: string,
  path: string,
  how: 'answer' | 'no answer' = 'answer',
): Promise<() => Promise<void>> => {
  const isMeant = (url: URL): boolean => url.pathname === `/api${path}`
  await page.route(isMeant, (route) => {
    if (route.request().method() !== method) return route.fallback()
    if (how === 'no answer') return route.abort()
    const errors = [{ code: 'server.unexpected', message: 'An unexpected error occurred' }]
    return route.fulfill({ status: 500, json: { errors } })
  })
  return () => page.unroute(isMeant)
}

/** Waits until all finite animations have ended. One that its element loses while it runs never says that it is finished. */
export const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const isMoving = ({ effect, playState }: Animation): boolean =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    // Transitions caused by the last change start with the next frame.
    await nextFrame()
    do await nextFrame()
    while (document.getAnimations().some(isMoving))
  })

/** Milliseconds without a DOM change after which a page counts as drawn. */
const QUIET_MS = 300

/** Waits until the page is redrawn after a resize and all animations have ended. */
export const waitForRedraw = async (page: Page): Promise<void> => {
  await page.evaluate(
    (quiet) =>
      new Promise<void>((resolve) => {
        const end = () => {
          observer.disconnect()
          resolve()
        }
        let timer = setTimeout(end, quiet)
        const observer = new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(end, quiet)
        })
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      }),
    QUIET_MS,
  )
  await waitForAnimations(page)
}
