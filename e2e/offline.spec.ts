import type { Page } from '@playwright/test'
import { signInOnPage } from './kit/actions.ts'
import { openSignedIn } from './kit/browser.ts'
import { tile, waitForTiles } from './kit/dashboard.ts'
import { startFront } from './kit/front.ts'
import { expect, test } from './kit/test.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 375, height: 812 }, hasTouch: true })

/** What browser and app log while the server cannot be reached. */
const UNREACHABLE =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|No answer from the server|could not be|Failed to fetch|error occurred when fetching the script/

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

  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => storedAnswers(page)).toBe(0)
  await context.setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText(/\$\d/)).toHaveCount(0)
})

const release = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.querySelector('meta[name="release"]')?.getAttribute('content') ?? null)

const storedReleases = (page: Page): Promise<number> => page.evaluate(async () => (await caches.keys()).length)

test('the next release is shown at once, and the files of the one before are kept', { tag: '@full' }, async ({
  page,
  context,
  server,
  api,
  winery,
  watch,
}) => {
  watch.expectConsole(UNREACHABLE)
  const front = await startFront(server.url)
  try {
    front.release('one')
    await openSignedIn(page, await api.signIn(winery.email, winery.password), `${front.url}/`)
    await waitForWorker(page)
    expect(await storedReleases(page)).toBe(1)
    for (const [name, kept] of [
      ['two', 2],
      ['three', 2],
    ] as const) {
      front.release(name)
      await page.reload()
      expect(await release(page)).toBe(name)
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
      await expect.poll(() => page.evaluate((one) => caches.has(`cuvee-shell-${one}`), name)).toBe(true)
      await expect.poll(() => storedReleases(page)).toBe(kept)
    }
    await context.setOffline(true)
    await page.reload()
    expect(await release(page)).toBe('three')
    await expect(banner(page)).toBeVisible()
    await context.setOffline(false)
  } finally {
    await front.close()
  }
})

test('a restart of the server keeps the page and its numbers, says so once, and ends by itself', {
  tag: '@full',
}, async ({ page, server, api, winery, watch }) => {
  watch.expectConsole(UNREACHABLE)
  const front = await startFront(server.url)
  try {
    await openSignedIn(page, await api.signIn(winery.email, winery.password), `${front.url}/`)
    await waitForTiles(page)
    const sales = tile(page, 'Sales by Period')
    const numbers = (await sales.textContent()) ?? ''
    expect(numbers).toMatch(/\$\d/)

    await front.takeDown()
    await page.getByRole('tab', { name: 'Month' }).click()
    await expect(banner(page)).toContainText('Can’t reach Cuvee.')
    await expect(banner(page)).toHaveCount(1)
    await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible()
    await expect(sales).toHaveText(numbers)

    await front.bringUp()
    await expect(banner(page)).toHaveCount(0, { timeout: 45_000 })
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Month so far')
    await expect(sales).toHaveText(numbers)
  } finally {
    await front.close()
  }
})

/** Everything that the browser keeps for the site, as text. */
const everythingStored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of database.objectStoreNames)
        texts.push(
          await new Promise<string>((resolve, reject) => {
            const all = database.transaction(store).objectStore(store).getAll()
            all.onsuccess = () => resolve(JSON.stringify(all.result))
            all.onerror = () => reject(all.error)
          }),
        )
      database.close()
    }
    return texts.join('\n')
  })

test('nothing of a user is left for the next one on the same phone', { tag: '@full' }, async ({
  page,
  context,
  api,
  winery,
  watch,
}) => {
  watch.expectConsole(UNREACHABLE)
  const next = await api.register()
  await openSignedIn(page, await api.signIn(winery.email, winery.password), '/')
  await waitForTiles(page)
  await waitForWorker(page)
  expect(await everythingStored(page)).toContain(winery.email)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => storedAnswers(page)).toBe(0)
  await signInOnPage(page, next.email, next.password)
  await expect(page.getByRole('heading', { name: 'Set up your account' })).toBeVisible()
  await expect.poll(() => storedAnswers(page)).toBeGreaterThan(0)
  await context.setOffline(true)
  await page.reload()
  await expect(banner(page)).toBeVisible()
  const stored = await everythingStored(page)
  for (const trace of [winery.email, 'Stave & Barrel', winery.session.user.id]) expect(stored).not.toContain(trace)
  await expect(page.getByText(/\$\d/)).toHaveCount(0)
})
