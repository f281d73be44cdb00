import type { Page } from '@playwright/test'
import type { Session } from '#contract/auth.ts'
import { STORED_KEYS } from '#web/api/session/stored-session.ts'

/** Fills the tab's storage once, before the app runs, so that a later sign-out stays one. */
const fillOnce = ({ mark, entries }: { mark: string; entries: [string, string][] }): void => {
  // An empty tab, as Back may lead to one, has no storage.
  if (location.protocol === 'about:' || sessionStorage.getItem(mark) !== null) return
  sessionStorage.setItem(mark, '')
  for (const [key, value] of entries) sessionStorage.setItem(key, value)
}

/** Opens the path with a session, as a tab that was signed in before. */
export const enterWith = async (page: Page, { user, ...tokens }: Session, path: string): Promise<void> => {
  const entries: [string, string][] = [
    [STORED_KEYS.accessToken, tokens.access_token],
    [STORED_KEYS.refreshToken, tokens.refresh_token],
    [STORED_KEYS.tokenExpiry, String(tokens.expires)],
    [STORED_KEYS.user, JSON.stringify(user)],
  ]
  await page.addInitScript(fillOnce, { mark: `entered ${tokens.access_token}`, entries })
  await page.goto(path)
}
