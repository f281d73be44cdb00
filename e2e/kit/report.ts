import { expect, type Locator, type Page } from '@playwright/test'

const main = (page: Page): Locator => page.getByRole('main')

/** The table of the open report. */
export const grid = (page: Page): Locator => main(page).getByRole('grid')

/** Rendered rows of the table, without its header. */
export const bodyRows = (page: Page): Locator => grid(page).locator('tbody:not([aria-hidden]) tr')

/** Rows of the table, or the cards that a phone shows in its place. */
const anyRow = (page: Page): Locator => bodyRows(page).or(main(page).locator('section[aria-busy] article')).first()

export const chart = (page: Page): Locator => main(page).getByRole('slider')

/** Waits until the report and its rows are loaded. */
export const waitForReport = async (page: Page): Promise<void> => {
  await expect(anyRow(page).or(main(page).getByRole('table').getByRole('rowheader').first())).toBeVisible()
  await expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
}

/** The zero-based index of a column by its title. */
const columnIndex = async (page: Page, title: string): Promise<number> => {
  const titles = await grid(page).getByRole('columnheader').allTextContents()
  const index = titles.findIndex((text) => text.trim().startsWith(title))
  if (index < 0) throw new Error(`${title} is not among ${titles.join(', ')}`)
  return index
}

/** The total cell of a column by the column's title. */
export const findTotalCell = async (page: Page, title: string): Promise<Locator> =>
  grid(page)
    .locator('tfoot tr')
    .last()
    .getByRole('gridcell')
    .nth(await columnIndex(page, title))

/** The rendered cells of a column. */
export const findCells = async (page: Page, title: string): Promise<Locator> =>
  bodyRows(page).locator(`td:nth-child(${(await columnIndex(page, title)) + 1})`)

/** The trimmed text of a cell. */
export const readCellText = async (cell: Locator): Promise<string> => ((await cell.textContent()) ?? '').trim()

/** Parses a formatted amount in US dollars to cents. */
export const parseCents = (text: string): number =>
  Math.round(Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, '')) * 100)

export const lineage = (page: Page): Locator => page.getByRole('dialog', { name: 'How this number is calculated' })

/** Expects the open lineage panel to show a matching proof for `value`, and closes the panel. */
export const expectProof = async (page: Page, value: string): Promise<void> => {
  const proof = lineage(page).getByRole('status').filter({ hasText: '— matches' })
  await expect(proof).toContainText(/ — matches$/)
  await expect(proof).toContainText(value)
  await expect(lineage(page).getByRole('table', { name: 'Records' }).getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lineage(page)).toHaveCount(0)
}
