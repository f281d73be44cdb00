import { expect, type Page } from '@playwright/test'
import { chooseMore } from './actions.ts'
import { waitForReport } from './report.ts'
import { DIALOG, type Screen } from './screen.ts'

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => expect(page.getByRole('dialog', { name })).toBeVisible()

/** Alerts and calendar notes. */
export const alertScreens: readonly Screen[] = [
  {
    name: 'alerts-empty',
    persona: 'newcomer',
    path: '/alerts',
    open: (page) => expect(page.getByRole('heading', { name: 'No alerts yet' })).toBeVisible(),
  },
  {
    name: 'alerts',
    persona: 'winery',
    path: '/alerts',
    open: async (page) => {
      await page.getByRole('button', { name: 'Show history' }).first().click()
      await expect(page.getByText('hasn’t fired yet')).toBeVisible()
    },
  },
  {
    name: 'alert-dialog',
    persona: 'winery',
    path: '/reports/orders/by-sales-channel',
    part: DIALOG,
    open: async (page) => {
      await waitForReport(page)
      await chooseMore(page, 'Alert me…')
      await dialog(page, 'Alert me')
      await expect(page.getByRole('dialog').getByRole('status')).toContainText('Currently')
    },
  },
  {
    name: 'calendar',
    persona: 'winery',
    path: '/calendar',
    open: (page) => expect(page.getByRole('table', { name: 'Calendar notes' })).toBeVisible(),
  },
  {
    name: 'calendar-note-dialog',
    persona: 'winery',
    path: '/calendar',
    part: DIALOG,
    open: async (page) => {
      await press(page, 'Add note')
      await dialog(page, 'Add note')
    },
  },
]
