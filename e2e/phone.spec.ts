import type { Page } from '@playwright/test'
import { waitForTiles } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'
import { drag } from './kit/touch.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' })
const numbers = (page: Page) => summary(page).getByRole('region', { name: 'Key numbers' })
const tab = (page: Page, name: string) => summary(page).getByRole('tab', { name })

test('a swipe leads to the next period and back, and a finger that scrolls does not', async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/')
  await expect(numbers(page)).toHaveAttribute('aria-busy', 'false')
  const sentence = summary(page)
    .getByText(/^Today so far/)
    .first()
  await drag(page, sentence, { x: -180, y: 10 })
  await expect(tab(page, 'Weekend')).toHaveAttribute('aria-selected', 'true')
  await expect(numbers(page)).toHaveAttribute('aria-busy', 'false')
  await drag(page, numbers(page).locator('> *').first(), { x: 150, y: 0 })
  await expect(tab(page, 'Today')).toHaveAttribute('aria-selected', 'true')
  await expect(numbers(page)).toHaveAttribute('aria-busy', 'false')
  await drag(page, numbers(page).locator('> *').first(), { x: -60, y: -200 })
  await expect(tab(page, 'Today')).toHaveAttribute('aria-selected', 'true')
})

test('the icon opens today’s tasting-room sales with guests and conversion against the same weekday, and so does one tap', {
  tag: '@full',
}, async ({ page, request, server, winery, enter }) => {
  const manifest: { readonly start_url: string } = await (
    await request.get(`${server.url}/manifest.webmanifest`)
  ).json()
  const seesToday = async () => {
    await expect(numbers(page)).toHaveAttribute('aria-busy', 'false')
    for (const label of ['Tasting room net sales', 'Guests', 'Signup conversion'])
      await expect(numbers(page).getByText(label, { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(
      summary(page)
        .getByText(/same \w+day last year/)
        .first(),
    ).toBeInViewport()
    await expect(summary(page).getByText(/ vs .* same weekdays last year/)).toBeInViewport()
  }
  await enter(winery.session, manifest.start_url)
  await seesToday()
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await tabs.getByRole('link', { name: 'Stock' }).tap()
  await expect(page.getByRole('heading', { name: 'Low Inventory' })).toBeVisible()
  await tabs.getByRole('link', { name: 'Today' }).tap()
  await seesToday()
})

test('pulling the page down loads its numbers again', async ({ page, winery, enter }) => {
  await enter(winery.session, '/')
  await waitForTiles(page)
  await page.evaluate(() => window.scrollTo(0, 0))
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
  })
  const title = page.getByRole('banner')
  await drag(page, title, { x: 0, y: 40 })
  expect(asked).toEqual([])
  await drag(page, title, { x: 0, y: 160 })
  await expect.poll(() => asked).toContain('/api/home/data')
  await expect.poll(() => asked).toContain('/api/dashboards/data')
})
