import type { Page } from '@playwright/test'
import { waitForTiles } from './kit/dashboard.ts'
import { expectProof, lineage, parseCents, readCellText } from './kit/report.ts'
import { expect, test } from './kit/test.ts'

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' })
const numbers = (page: Page) => summary(page).getByRole('region', { name: 'Key numbers' })
const card = (page: Page, label: string) => numbers(page).getByText(label, { exact: true }).locator('..')

const PHONE = { width: 375, height: 800 }

test('on a phone, shows today’s tasting room against the same weekday, proves a number, and stays folded', async ({
  page,
  winery,
  enter,
}) => {
  await page.setViewportSize(PHONE)
  await enter(winery.session, '/')
  await expect(summary(page).getByRole('tab', { name: 'Today' })).toHaveAttribute('aria-selected', 'true')
  for (const label of ['Tasting room net sales', 'Guests', 'Signup conversion', 'Non-club net sales'])
    await expect(card(page, label)).toBeVisible()
  await expect(summary(page)).toContainText(/the same \w+day last year/)
  // A day that goes on is compared until an hour, or where there is nothing to compare yet with the whole day's figure.
  await expect(summary(page)).toContainText(/, until \d+ [AP]M| all day last year/)

  await summary(page).getByRole('tab', { name: 'Month' }).click()
  await expect(summary(page)).toContainText('Month so far')
  const sales = card(page, 'Non-club net sales').getByRole('button')
  const value = await readCellText(sales)
  await sales.click()
  // The card may show whole dollars; the proof always has cents.
  const proven =
    /\$[\d,.]*\d/.exec(await readCellText(lineage(page).getByRole('status').filter({ hasText: 'up to' })))?.[0] ?? ''
  expect(Math.abs(parseCents(proven) - parseCents(value))).toBeLessThanOrEqual(value.includes('.') ? 0 : 50)
  await expectProof(page, proven)

  await summary(page).getByRole('button', { name: 'Hide key numbers' }).click()
  await expect(numbers(page)).toHaveCount(0)
  await page.reload()
  await expect(summary(page).getByRole('button', { name: 'Show key numbers' })).toBeVisible()
  await expect(summary(page)).toContainText('Today so far')
  await summary(page).getByRole('button', { name: 'Show key numbers' }).click()
  await expect(numbers(page)).toBeVisible()
})

test('the checklist of a new account turns into numbers after the first load, without a reload', {
  tag: '@full',
}, async ({ page, api, enter }) => {
  test.slow()
  const { session } = await api.register()
  await enter(session, '/')
  const checklist = page.getByRole('region', { name: 'Set up your account' })
  await expect(checklist.getByRole('link', { name: 'Connect your sales system' })).toBeVisible()
  const unfold = page.getByRole('button', { name: 'Show tiles' })
  const height = async () => (await page.getByRole('main').boundingBox())?.height ?? 0
  const folded = await height()
  await unfold.click()
  await expect.poll(height).toBeGreaterThan(folded + 200)
  await api.addService(session.access_token, { type: 'sample', name: 'Sample', settings: {} })
  await expect(card(page, 'Tasting room net sales').getByRole('button')).toBeVisible({ timeout: 90_000 })
  await expect(checklist).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Hide tiles' })).toHaveCount(0)
  await waitForTiles(page)
  await expect(page.getByText('No data for this period')).toHaveCount(0)
})

test('an administrator chooses the key numbers of the account', { tag: '@full' }, async ({ page, api, enter }) => {
  test.slow()
  const { session } = await api.register()
  await api.addService(session.access_token, { type: 'sample', name: 'Sample', settings: {} })
  await api.waitUntilLoaded(session.access_token)
  await enter(session, '/')
  await summary(page).getByRole('button', { name: 'Choose numbers' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose key numbers' })
  await dialog.getByRole('combobox', { name: 'Number 2' }).click()
  await page.getByRole('option', { name: 'Average order', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save numbers' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(card(page, 'Average order')).toBeVisible()
  await expect(card(page, 'Guests')).toHaveCount(0)
})
