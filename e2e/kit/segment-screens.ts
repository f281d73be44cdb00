import { expect, type Page } from '@playwright/test'
import { chooseMore } from './actions.ts'
import { waitForReport } from './report.ts'
import { DIALOG, type Screen, screen } from './screen.ts'

const LIST = '/reports/customers/list?f.state=Equal:CA'

const openDialog = async (page: Page): Promise<void> => {
  await waitForReport(page)
  await chooseMore(page, 'Save as segment…')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Californians')
}

/** Names the segment in the open dialog, saves it, and waits for its customers. */
export const saveSegment = async (page: Page, name: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Save as segment' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: /^(Save segment|Replace conditions)$/ }).click()
  await expect(page).toHaveURL(/\/segments\/\w+$/)
  await waitForSegment(page)
}

const waitForSegment = async (page: Page): Promise<void> => {
  const main = page.getByRole('main')
  await expect(main.getByText(/customers now/i)).toBeVisible()
  await expect(main.getByRole('grid').or(main.getByLabel('Sort by')).first()).toBeVisible()
  await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Segments, and how one is saved. */
export const segmentScreens: readonly Screen[] = [
  screen('segments-empty', 'newcomer', '/segments', (page) =>
    expect(page.getByRole('heading', { name: 'No segments yet' })).toBeVisible(),
  ),
  screen('segment-dialog', 'winery', LIST, { part: DIALOG }, openDialog),
  screen('segment', 'winery', LIST, { opensAgainOnPhone: true }, async (page) => {
    await openDialog(page)
    await saveSegment(page, 'Californians')
  }),
  screen('segments', 'winery', LIST, { opensAgainOnPhone: true }, async (page) => {
    await openDialog(page)
    await saveSegment(page, 'Californians')
    await page.goto('/segments')
    await expect(page.getByRole('table', { name: 'Segments' })).toBeVisible()
  }),
]
