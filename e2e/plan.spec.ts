import type { Page } from '@playwright/test'
import { tile, toast } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

/** Puts a text in the clipboard and pastes it into a cell, as from a spreadsheet. */
const pasteInto = async (page: Page, cell: string, text: string): Promise<void> => {
  const input = page.getByRole('textbox', { name: cell, exact: true })
  await input.focus()
  await input.evaluate((element, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

const months = (year: number): string[] =>
  Array.from({ length: 12 }, (_, index) =>
    new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(Date.UTC(year, index, 1)),
  )

test('a budget pasted from a spreadsheet is what the phone’s dashboard is compared with', async ({
  page,
  api,
  enter,
}) => {
  const { session } = await api.register()
  await api.addService(session.access_token, { type: 'sample', name: 'Sample', settings: { orders: 2000 } })
  const year = new Date().getFullYear()
  await enter(session, '/plan')
  await expect(page.getByRole('heading', { name: 'No plan yet' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Add plan' }).click()
  await page.getByRole('dialog').getByLabel('Year').selectOption(String(year))
  await page.getByRole('dialog').getByRole('button', { name: 'Add plan' }).click()
  const amounts = months(year).map((_, index) => `$${(index + 1).toLocaleString('en-US')},000`)
  const [first] = months(year)
  await pasteInto(page, `Net sales, ${first} ${year}`, `${amounts.join('\t')}\r\n`)
  await expect(page.getByRole('cell', { name: '$78,000' })).toBeVisible()
  await page.getByRole('textbox', { name: `Net sales, Mar ${year}` }).fill('3OOO')
  await expect(page.getByRole('alert')).toContainText(`“3OOO” (Net sales, Mar ${year})`)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('3OOO')
  await page.reload()
  await expect(page.getByRole('toolbar', { name: 'Unsaved changes' })).toBeVisible()
  await page.getByRole('textbox', { name: `Net sales, Mar ${year}` }).fill('3000')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Plan saved')).toBeVisible()
  await expect(page.getByRole('region', { name: /so far$/ })).toContainText('Net sales')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/?range=ytd&compare=plan')
  const sales = tile(page, 'Sales by Period')
  await expect(sales).toContainText(/plan/i, { timeout: 30_000 })
  await expect(sales).not.toContainText('last year')
})
