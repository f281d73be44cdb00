import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../../e2e/kit/chromium.ts'
import { EMAIL, PASSWORD } from './server.ts'

/** A session in a tab's storage. */
export type Stored = Readonly<Record<string, string>>

export const launchBrowser = (): Promise<Browser> => chromium.launch({ ...chromiumPath(), args: [...chromiumArgs] })

/** Signs in on the page. */
export const signInOnce = async (browser: Browser, url: string): Promise<Stored> => {
  const page = await browser.newPage()
  await page.goto(`${url}/sign-in`)
  await page.getByRole('textbox', { name: 'Email' }).fill(EMAIL)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${url}/`)
  const stored = await page.evaluate(() => ({ ...sessionStorage }))
  await page.close()
  return stored
}

/** Pixels of a laptop's window. */
const LAPTOP = { width: 1440, height: 900 }

/** A new browser context with only the session. */
export const signedInContext = async (
  browser: Browser,
  stored: Stored,
  viewport: { readonly width: number; readonly height: number } = LAPTOP,
): Promise<BrowserContext> => {
  // The content security policy forbids evaluating strings. Each visit is measured without files stored by an earlier one.
  const context = await browser.newContext({ viewport, bypassCSP: true, serviceWorkers: 'block' })
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries))
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, value)
  }, stored)
  return context
}
