import type { Page } from '@playwright/test'
import { openSignedIn } from './kit/browser.ts'
import { tile, waitForTiles } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 375, height: 812 }, hasTouch: true })

/** What browser and app log while the server cannot be reached. */
const UNREACHABLE =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|No answer from the server|could not be|Failed to fetch/

/** Waits until the app's files are stored. */
const waitForWorker = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 })

const storedAnswers = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('cuvee-answers', 1)
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const count = request.result.transaction('answers').objectStore('answers').count()
          count.onsuccess = () => {
            request.result.close()
            resolve(count.result)
          }
        }
      }),
  )

const storedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return paths
  })

const banner = (page: Page) => page.getByRole('status').filter({ hasText: /You’re offline|Can’t reach Cuvee/ })

test('opens without a connection with the last numbers and their time, and keeps nothing after signing out', async ({
  page,
  context,
  api,
  winery,
  watch,
}) => {
  watch.expectConsole(UNREACHABLE)
  await openSignedIn(page, await api.signIn(winery.email, winery.password), '/')
  await waitForTiles(page)
  const sales = tile(page, 'Sales by Period')
  const numbers = (await sales.textContent()) ?? ''
  expect(numbers).toMatch(/\$\d/)
  await waitForWorker(page)
  expect((await storedFiles(page)).filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([])

  await context.setOffline(true)
  await page.reload()
  await expect(banner(page)).toContainText(/Showing the last numbers, as of \d+:\d\d/)
  await expect(sales).toHaveText(numbers)
  await expect(banner(page)).toHaveCount(1)

  await context.setOffline(false)
  await expect(banner(page)).toHaveCount(0)
  await waitForTiles(page)
  expect(await storedAnswers(page)).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Open user menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => storedAnswers(page)).toBe(0)
  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText(/\$\d/)).toHaveCount(0)
})
