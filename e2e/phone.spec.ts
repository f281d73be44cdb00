import type { Page } from '@playwright/test'
import { fillIn } from './kit/actions.ts'
import { PASSWORD } from './kit/api.ts'
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
  // Otherwise the browser takes a swipe to the right as its way back, which a driven finger does not show.
  await expect(summary(page).locator('> *').first()).toHaveCSS('touch-action', 'pan-y pinch-zoom')
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
    await expect(summary(page).getByText(/ vs \w+ \d+, \d{4}(, until \d+ [AP]M)?$/)).toBeInViewport()
  }
  await enter(winery.session, manifest.start_url)
  await seesToday()
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await tabs.getByRole('link', { name: 'Stock' }).tap()
  await expect(page.getByRole('heading', { name: 'Low Inventory' })).toBeVisible()
  await tabs.getByRole('link', { name: 'Today' }).tap()
  await seesToday()
})

test('the frame has one menu of pages, and each tab once', async ({ page, winery, enter }) => {
  await enter(winery.session, '/profile')
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toHaveText('TodayClubStockAsk')
  await expect(page.getByRole('banner').getByRole('button', { name: /^Search/ })).toHaveCount(0)
  await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('button', { name: 'Clubs' })).toBeVisible()
  await expect(menu.getByText('Enable dark mode')).toBeVisible()
  await menu.getByRole('link', { name: 'See All Notifications' }).tap()
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect(menu).toHaveCount(0)
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

/** A day in Los Angeles, as a till writes it; 364 days ago it was the same weekday. */
const tillDay = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toLocaleDateString('en-US', { timeZone: 'America/Los_Angeles' })

/** Tickets of a till: days ago, guests, and what they bought; one of today's guests joins the club. */
const TICKETS = [
  { daysAgo: 0, guests: 2, items: ['Estate Flight,FLIGHT,Tasting,2,25.00', '2022 Pinot Noir,PN22,Wine,6,48.00'] },
  { daysAgo: 0, guests: 4, items: ['Estate Flight,FLIGHT,Tasting,4,25.00'] },
  { daysAgo: 0, guests: 2, items: ['Estate Flight,FLIGHT,Tasting,2,25.00', 'Estate Club,CLUB,Other,1,0.00'] },
  { daysAgo: 364, guests: 3, items: ['Estate Flight,FLIGHT,Tasting,3,25.00'] },
  { daysAgo: 365, guests: 9, items: ['2022 Pinot Noir,PN22,Wine,9,48.00'] },
] as const

const tillExport = (): Buffer => {
  const lines = TICKETS.flatMap(({ daysAgo, guests, items }, ticket) =>
    items.map((item, index) => {
      const party = index === 0 ? guests : ''
      return `${4101 + ticket},${tillDay(daysAgo)},Tasting Room,${party},guest${ticket}@guests.example,${item}`
    }),
  )
  const header = 'Ticket #,Business Date,Sales Channel,Guests,Email,Item,SKU,Item Type,Qty,Unit Price'
  return Buffer.from(`${[header, ...lines].join('\r\n')}\r\n`)
}

test('a new winery registers, imports the export of its till, and sees today’s tasting room against the same weekday', {
  tag: '@full',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/register')
  await fillIn(page, {
    'First name': 'Ruth',
    'Last name': 'Holt',
    Email: `ruth-${Date.now()}@hilltop.example`,
    'Winery or business': 'Hilltop Cellars',
    Password: PASSWORD,
    'Confirm password': PASSWORD,
  })
  await page.getByRole('button', { name: 'Register' }).tap()
  await page.getByRole('link', { name: 'Connect your sales system' }).tap()
  await page.getByRole('button', { name: /^CSV files/ }).tap()
  const file = { name: 'till.csv', mimeType: 'text/csv', buffer: tillExport() }
  await page.getByLabel('File to import', { exact: true }).setInputFiles(file)
  await expect(page.getByRole('heading', { name: 'Till', level: 1 })).toBeVisible()
  await expect(page.getByText('7 rows ready to import')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).tap()
  await page.getByRole('link', { name: 'Go to dashboard' }).tap()

  // The file has guests and no memberships.
  await page.getByRole('button', { name: /setup steps left/ }).tap()
  await page.getByRole('link', { name: 'Count guests and club signups' }).tap()
  await expect(page.getByRole('heading', { name: 'Club Signup Products' })).toBeVisible()
  await page.getByRole('checkbox', { name: /Estate Club/ }).tap()
  await page.getByRole('button', { name: /^Save/ }).tap()
  await expect(page.getByText('Club signup products saved')).toBeVisible()

  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Today' }).tap()
  const card = (label: string) => numbers(page).locator('> *').filter({ hasText: label })
  await expect(card('Tasting room net sales')).toContainText('$488.00')
  await expect(card('Tasting room net sales')).toContainText('$75.00 all day last year')
  await expect(card('Guests')).toContainText('8')
  await expect(card('Guests')).toContainText('3 all day last year')
  await expect(card('Signup conversion')).toContainText('12.5%')
  for (const label of ['Tasting room net sales', 'Guests', 'Signup conversion'])
    await expect(card(label)).toBeInViewport({ ratio: 1 })
  await expect(summary(page).getByText(/same \w+day last year ended at \$75\.00/)).toBeInViewport()
})
