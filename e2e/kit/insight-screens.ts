import { expect, type Locator, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'

const main = (page: Page) => page.getByRole('main')

const list = (page: Page) =>
  expect(main(page).getByRole('list', { name: 'Insights' }).getByRole('listitem').first()).toBeVisible()

const links = (page: Page) => main(page).getByRole('list', { name: 'Insights' }).getByRole('heading').getByRole('link')

const openFirst = async (page: Page, place = 0): Promise<void> => {
  await list(page)
  await links(page).nth(place).click()
  await expect(main(page).getByRole('heading', { name: 'Figures' })).toBeVisible()
}

/** Opens the first insight that is drawn over time, and gives what shows it as a table. */
const openFirstDrawn = async (page: Page): Promise<Locator> => {
  await list(page)
  const count = await links(page).count()
  for (let place = 0; place < count; place += 1) {
    await openFirst(page, place)
    const table = main(page).getByText('Table', { exact: true }).first()
    if (await table.isVisible()) return table
    await page.goBack()
  }
  throw new Error('No insight is drawn over time')
}

const askExample = async (page: Page): Promise<void> => {
  await main(page).getByRole('button', { name: 'sales by channel last month' }).click()
  await expect(main(page).getByRole('region', { name: 'Answer', exact: true }).getByRole('table')).toBeVisible()
}

const dismissedCards = (page: Page) => main(page).getByRole('button', { name: /^Bring back/ })

/** Dismisses the last insight and shows it where the dismissed ones are. */
const dismissOne = async (page: Page): Promise<void> => {
  await list(page)
  await main(page)
    .getByRole('button', { name: /^Dismiss/ })
    .last()
    .click()
  await main(page).getByText('Dismissed', { exact: true }).click()
  await expect(dismissedCards(page)).toHaveCount(1)
}

const bringBack = async (page: Page): Promise<void> => {
  const isEmpty = main(page).getByRole('heading', { name: 'Nothing is dismissed' })
  await expect(dismissedCards(page).or(isEmpty)).toBeVisible()
  if (await dismissedCards(page).isVisible()) await dismissedCards(page).click()
  await expect(isEmpty).toBeVisible()
}

/** What stands out in the demo winery's numbers, and what a winery without any sees. */
export const insightScreens: readonly Screen[] = [
  { name: 'insights', eyes: 'winery', path: '/ai/insights', open: list },
  { name: 'insight', eyes: 'winery', path: '/ai/insights', open: openFirst },
  { name: 'insights-asked', eyes: 'winery', path: '/ai/insights', open: askExample },
  {
    name: 'insight-over-time',
    eyes: 'winery',
    path: '/ai/insights',
    open: async (page) => {
      await openFirstDrawn(page)
    },
  },
  {
    name: 'insight-as-table',
    eyes: 'winery',
    path: '/ai/insights',
    open: async (page) => {
      await (await openFirstDrawn(page)).click()
      await expect(main(page).getByRole('region', { name: /marks what this is about/ })).toBeVisible()
    },
  },
  {
    name: 'insights-dismissed',
    eyes: 'winery',
    path: '/ai/insights',
    open: dismissOne,
  },
  {
    // After the one above, whose insight it brings back.
    name: 'insights-none-dismissed',
    eyes: 'winery',
    path: '/ai/insights?show=dismissed',
    open: bringBack,
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
