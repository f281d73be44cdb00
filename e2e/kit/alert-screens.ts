import { expect, type Page } from '@playwright/test'
import { chooseMore } from './actions.ts'
import { waitForReport } from './report.ts'
import { DIALOG, type Screen, screen } from './screen.ts'

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => expect(page.getByRole('dialog', { name })).toBeVisible()

/** Alerts, plan and calendar notes. */
export const alertScreens: readonly Screen[] = [
  screen('alerts-empty', 'newcomer', '/alerts', (page) =>
    expect(page.getByRole('heading', { name: 'No alerts yet' })).toBeVisible(),
  ),
  screen('alerts', 'winery', '/alerts', async (page) => {
    await page.getByRole('button', { name: 'Show history' }).first().click()
    await expect(page.getByText('hasn’t fired yet')).toBeVisible()
  }),
  screen('alert-dialog', 'winery', '/reports/orders/by-sales-channel', { part: DIALOG }, async (page) => {
    await waitForReport(page)
    await chooseMore(page, 'Alert me…')
    await dialog(page, 'Alert me')
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('Currently')
  }),
  screen('plan-empty', 'newcomer', '/plan', (page) =>
    expect(page.getByRole('heading', { name: 'No plan yet' })).toBeVisible(),
  ),
  screen('plan', 'winery', '/plan', async (page) => {
    const grid = page.getByRole('region', { name: 'Net sales by month' })
    const empty = page.getByRole('heading', { name: 'No plan yet' })
    await expect(grid.or(empty)).toBeVisible()
    if (await empty.isVisible()) {
      await press(page, 'Add plan')
      await page.getByRole('dialog').getByRole('button', { name: 'Add plan' }).click()
    }
    await expect(grid).toBeVisible()
  }),
  screen('calendar', 'winery', '/calendar', (page) =>
    expect(page.getByRole('table', { name: 'Calendar notes' })).toBeVisible(),
  ),
  screen('calendar-note-dialog', 'winery', '/calendar', { part: DIALOG }, async (page) => {
    await press(page, 'Add note')
    await dialog(page, 'Add note')
  }),
]
