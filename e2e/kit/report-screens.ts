import { expect, type Page } from '@playwright/test'
import { REPORTS } from '#reports/built-in-reports.ts'
import { chooseMore, moreActions, moreItem } from './actions.ts'
import { lineage, waitForReport } from './report.ts'
import { DIALOG, type Screen } from './screen.ts'

const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => expect(page.getByRole('dialog', { name })).toBeVisible()

const BY_BRAND = '/reports/orders/by-brand'

/** Reports checked on behalf of the others: one of each chart type, and one without a chart. */
const REPRESENTATIVE = [
  BY_BRAND,
  '/reports/sales/sales-trends',
  '/reports/orders/by-sales-channel',
  '/reports/orders/list',
  '/reports/clubs/cancellations',
]

const builtIn = REPORTS.map(
  ({ group, slug, path }): Screen => ({
    name: `report-${group}-${slug}`,
    persona: 'winery',
    path,
    open: waitForReport,
    isVariant: !REPRESENTATIVE.includes(path),
  }),
)

const afterReport = (then: (page: Page) => Promise<void>) => async (page: Page) => {
  await waitForReport(page)
  await then(page)
}

/** Dialogs and states of a report. */
const opened: readonly Screen[] = [
  {
    name: 'report-compared',
    persona: 'winery',
    path: `${BY_BRAND}?compare=previousYear&f.channel=NotEqual:wholesale`,
    open: waitForReport,
  },
  {
    name: 'report-without-rows',
    persona: 'winery',
    path: `${BY_BRAND}?f.brand=Equal:None&sort=-Nothing`,
    open: (page) => expect(main(page).getByText('No rows match these dates and filters.')).toBeVisible(),
  },
  {
    name: 'report-filter',
    part: DIALOG,
    persona: 'winery',
    path: BY_BRAND,
    open: afterReport(async (page) => {
      await press(page, 'Add filter')
      await page.getByRole('button', { name: 'Other condition…' }).click()
      await expect(page.getByRole('dialog', { name: 'Add filter' }).getByLabel('Comparison')).toBeVisible()
    }),
  },
  {
    name: 'pin-to-dashboard',
    part: DIALOG,
    persona: 'winery',
    path: BY_BRAND,
    open: afterReport(async (page) => {
      await chooseMore(page, 'Pin to dashboard')
      await expect(page.getByRole('radio', { name: /^Update this tile/ })).toBeVisible()
    }),
  },
  {
    name: 'report-dates',
    part: DIALOG,
    persona: 'winery',
    path: '/reports/orders/awaiting-shipment',
    open: afterReport(async (page) => {
      await press(page, /^Dates: /)
      await dialog(page, 'Dates')
    }),
  },
  {
    name: 'report-columns',
    part: DIALOG,
    persona: 'winery',
    path: '/reports/orders/list',
    open: afterReport(async (page) => {
      await press(page, 'View options')
      await press(page, 'Columns')
      await dialog(page, 'Columns')
    }),
  },
  {
    name: 'report-actions',
    part: '[role="menu"]',
    persona: 'winery',
    path: BY_BRAND,
    open: afterReport(async (page) => {
      await moreActions(page).click()
      await expect(moreItem(page, 'CSV file')).toBeVisible()
    }),
  },
  {
    name: 'report-copy',
    part: DIALOG,
    persona: 'winery',
    path: BY_BRAND,
    open: afterReport(async (page) => {
      const copy = main(page).getByRole('button', { name: 'Save a copy' })
      await ((await copy.isVisible()) ? copy.click() : chooseMore(page, 'Save a copy'))
      await dialog(page, 'Save a copy')
    }),
  },
  {
    name: 'report-lineage',
    part: DIALOG,
    persona: 'winery',
    path: BY_BRAND,
    open: afterReport(async (page) => {
      await main(page).getByRole('gridcell').or(main(page).getByRole('article')).getByRole('button').first().click()
      await expect(lineage(page).getByRole('status').filter({ hasText: 'matches' })).toBeVisible()
    }),
  },
]

const waitForPreview = async (page: Page): Promise<void> => {
  const preview = page.getByRole('region', { name: 'Preview', exact: true })
  await expect(preview.getByRole('gridcell').first()).toBeVisible()
  await expect(preview).toHaveAttribute('aria-busy', 'false')
}

const expectSaved = (page: Page, name: string) => expect(main(page).getByText(name, { exact: true })).toBeVisible()

const saved: readonly Screen[] = [
  {
    name: 'builder-start',
    persona: 'winery',
    path: '/reports/my/new',
    open: (page) => expect(page.getByRole('heading', { name: 'Start from a template' })).toBeVisible(),
  },
  {
    name: 'builder',
    persona: 'winery',
    path: '/reports/my/new?from=orders/by-brand',
    open: waitForPreview,
  },
  {
    name: 'builder-columns',
    part: DIALOG,
    persona: 'winery',
    path: '/reports/my/new?from=orders/by-brand',
    open: async (page) => {
      await waitForPreview(page)
      await main(page).getByRole('group', { name: 'Selected columns' }).getByRole('button').nth(4).click()
      await press(page, 'Add column')
      await dialog(page, 'Add column')
    },
  },
  {
    name: 'builder-history',
    part: DIALOG,
    persona: 'winery',
    path: '/reports/my/new?type=Customers',
    open: async (page) => {
      await waitForPreview(page)
      await press(page, 'Add history filter')
      const form = page.getByRole('dialog', { name: 'Add history filter' })
      await form.getByLabel('People').selectOption('Who ordered a number of times')
      await form.getByRole('button', { name: 'Add condition' }).click()
      await form.getByLabel('Dates').selectOption('Since a day…')
    },
  },
  {
    name: 'builder-calculation',
    persona: 'winery',
    path: '/reports/my/new?from=orders/by-brand',
    open: async (page) => {
      await waitForPreview(page)
      await press(page, 'Add calculation')
      await page.getByRole('menuitem', { name: 'Arithmetic' }).click()
      await expect(main(page).getByLabel('Second value')).toBeVisible()
      await waitForPreview(page)
    },
  },
  {
    name: 'builder-pivot',
    persona: 'winery',
    path: '/reports/my/new?from=sales/sales-trends',
    open: async (page) => {
      await waitForPreview(page)
      await main(page).getByRole('group', { name: 'Selected columns' }).getByRole('button', { name: /^Year/ }).click()
      await main(page).getByLabel('Show as columns').check({ force: true })
      await expect(page.getByRole('table', { name: 'Preview rows' })).toBeVisible()
    },
  },
  {
    name: 'my-reports',
    persona: 'winery',
    path: '/reports/my-reports',
    open: (page) => expectSaved(page, 'Sales by vintage'),
  },
  {
    name: 'report-pivot',
    persona: 'winery',
    path: '/reports/my-reports',
    open: async (page) => {
      await main(page).getByRole('link', { name: 'Sales by channel and month', exact: true }).click()
      await expect(main(page).getByRole('table', { name: 'Sales by channel and month' })).toBeVisible()
    },
  },
  {
    name: 'my-reports-empty',
    persona: 'newcomer',
    path: '/reports/my-reports',
    open: (page) => expect(main(page).getByText('You don’t have any reports yet')).toBeVisible(),
  },
  {
    name: 'trash',
    persona: 'winery',
    path: '/reports/my-reports',
    open: async (page) => {
      await main(page).getByText('Trash', { exact: true }).click()
      await expectSaved(page, 'Sales by vintage, first try')
    },
  },
  {
    name: 'shared-reports',
    persona: 'winery',
    path: '/reports/shared-reports',
    open: (page) => expectSaved(page, 'Sales by vintage'),
  },
  {
    name: 'schedules',
    part: DIALOG,
    persona: 'winery',
    path: '/reports/my-reports',
    open: async (page) => {
      await press(page, 'Actions for Sales by vintage')
      await page.getByRole('menuitem', { name: /^Send by email/ }).click()
      await page.getByRole('button', { name: 'Add a schedule' }).click()
      await expect(page.getByLabel('Frequency')).toBeVisible()
    },
  },
]

/** All report screens. */
export const reportScreens: readonly Screen[] = [...builtIn, ...opened, ...saved]
