import { expect, type Locator, type Page } from '@playwright/test'

const main = (page: Page): Locator => page.getByRole('main')

/** The table of the report that is open. */
export const grid = (page: Page): Locator => main(page).getByRole('grid')

/** Rows of the table that are in the page, without its head. */
export const bodyRows = (page: Page): Locator => grid(page).locator('tbody:not([aria-hidden]) tr')

export const chart = (page: Page): Locator => main(page).getByRole('slider')

/** Waits until the report stands there with rows, none of them still on its way. */
export const untilReportIsShown = async (page: Page): Promise<void> => {
  await expect(bodyRows(page).first()).toBeVisible()
  await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
}

/** The numbered place of a column, from 0, by its title. */
const placeOf = async (page: Page, title: string): Promise<number> => {
  const titles = await grid(page).getByRole('columnheader').allTextContents()
  const place = titles.findIndex((text) => text.trim().startsWith(title))
  if (place < 0) throw new Error(`${title} is not among ${titles.join(', ')}`)
  return place
}

/** A cell of the total by its column's title. */
export const totalOf = async (page: Page, title: string): Promise<Locator> =>
  grid(page)
    .locator('tfoot tr')
    .last()
    .getByRole('gridcell')
    .nth(await placeOf(page, title))

/** The cells of a column that are in the page. */
export const cellsOf = async (page: Page, title: string): Promise<Locator> =>
  bodyRows(page).locator(`td:nth-child(${(await placeOf(page, title)) + 1})`)

/** What stands in a cell. */
export const textOf = async (cell: Locator): Promise<string> => ((await cell.textContent()) ?? '').trim()

/** Cents of an amount in US dollars, as it is written. */
export const centsOf = (text: string): number => Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100)

export const passport = (page: Page): Locator => page.getByRole('dialog', { name: 'How this number is calculated' })

/** Reads the proof in the open passport, which has to match, and closes it. `value`: the number as it was shown. */
export const expectProof = async (page: Page, value: string): Promise<void> => {
  const proof = passport(page).getByRole('status').filter({ hasText: 'up to' })
  await expect(proof).toContainText(/ — matches$/)
  await expect(proof).toContainText(value)
  await expect(passport(page).getByRole('table', { name: 'Records' }).getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(passport(page)).toHaveCount(0)
}
