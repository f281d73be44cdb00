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
