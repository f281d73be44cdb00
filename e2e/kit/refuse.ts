import type { Page } from '@playwright/test'

/** Messages that the browser logs when a call of the page fails as `refuse` makes it. */
export const REFUSED = /status of 500|No answer from the server|ERR_FAILED/

/** Lets calls of this method and path (below /api) fail from now on; returns the way to let them through again. */
export const refuse = async (
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
