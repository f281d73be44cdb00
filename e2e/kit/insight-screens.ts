import { expect, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'

const main = (page: Page) => page.getByRole('main')

const list = (page: Page) =>
  expect(main(page).getByRole('list', { name: 'Insights' }).getByRole('listitem').first()).toBeVisible()

const openFirst = async (page: Page): Promise<void> => {
  await list(page)
  await main(page).getByRole('list', { name: 'Insights' }).getByRole('heading').first().getByRole('link').click()
  await expect(main(page).getByRole('heading', { name: 'Figures' })).toBeVisible()
}

/** What stands out in the demo winery's numbers, and what a winery without any sees. */
export const insightScreens: readonly Screen[] = [
  { name: 'insights', eyes: 'winery', path: '/ai/insights', open: list },
  { name: 'insight', eyes: 'winery', path: '/ai/insights', open: openFirst },
  {
    name: 'insight-as-table',
    eyes: 'winery',
    path: '/ai/insights?kind=forecast',
    open: async (page) => {
      await openFirst(page)
      await main(page).getByText('Table', { exact: true }).first().click()
      await expect(main(page).getByRole('columnheader', { name: 'Expected' })).toBeVisible()
    },
  },
  {
    name: 'insights-dismissed',
    eyes: 'winery',
    path: '/ai/insights?show=dismissed',
    open: (page) => expect(main(page).getByRole('heading', { name: 'Nothing is dismissed' })).toBeVisible(),
  },
  {
    name: 'insights-without-data',
    eyes: 'newcomer',
    path: '/ai/insights',
    open: (page) => expect(main(page).getByRole('heading', { name: 'No data to look at yet' })).toBeVisible(),
  },
  {
    name: 'ai-settings',
    eyes: 'winery',
    path: '/ai/settings',
    open: async (page) => {
      await page.getByLabel('Address', { exact: true }).fill('https://models.example/v1')
      await page.getByRole('button', { name: 'Add a goal' }).click()
      await expect(page.getByText('Check the marked fields')).toBeVisible()
    },
  },
]
