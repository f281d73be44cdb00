import { expect, type Locator, type Page } from '@playwright/test'
import type { Screen } from './screen.ts'

const main = (page: Page) => page.getByRole('main')

const list = (page: Page) =>
  expect(main(page).getByRole('list', { name: 'Insights' }).getByRole('listitem').first()).toBeVisible()

const links = (page: Page) => main(page).getByRole('list', { name: 'Insights' }).getByRole('heading').getByRole('link')

const openFirst = async (page: Page, index = 0): Promise<void> => {
  await list(page)
  await links(page).nth(index).click()
  await expect(main(page).getByRole('heading', { name: 'Figures' })).toBeVisible()
}

/** Opens the first insight with a time chart and returns the control that switches to a table. */
const openFirstWithChart = async (page: Page): Promise<Locator> => {
  await list(page)
  const count = await links(page).count()
  for (let index = 0; index < count; index += 1) {
    await openFirst(page, index)
    const table = main(page).getByText('Table', { exact: true }).first()
    if (await table.isVisible()) return table
    await page.goBack()
  }
  throw new Error('No insight has a time chart')
}

const askExample = async (page: Page): Promise<void> => {
  await main(page).getByRole('button', { name: 'sales by channel last month' }).click()
  await expect(main(page).getByRole('region', { name: 'Answer', exact: true }).getByRole('table')).toBeVisible()
}

/** The page of questions with an answer, its follow-up and the history. */
const askSuggestions = async (page: Page): Promise<void> => {
  await askFollowUp(page)
  await page.getByRole('button', { name: /^Change Last month/ }).click()
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()
}

const askFollowUp = async (page: Page): Promise<void> => {
  const field = main(page).getByRole('combobox', { name: /^Ask/ })
  for (const question of ['sales by channel last month', 'only web']) {
    await field.fill(question)
    await field.press('Enter')
    await expect(main(page).getByRole('region', { name: 'Answer', exact: true }).getByRole('table')).toBeVisible()
  }
  await expect(main(page).getByRole('button', { name: 'Ask as a new question' })).toBeVisible()
  await expect(main(page).getByRole('region', { name: 'From your data' })).toBeVisible()
  await expect(main(page).getByRole('region', { name: 'Recent questions' })).toBeVisible()
}

const dismissedCards = (page: Page) => main(page).getByRole('button', { name: /^Restore/ })

/** Dismisses the last insight and shows the dismissed ones. */
const dismissOne = async (page: Page): Promise<void> => {
  await list(page)
  await main(page)
    .getByRole('button', { name: /^Dismiss/ })
    .last()
    .click()
  await main(page).getByLabel('Which insights').selectOption('dismissed')
  await expect(dismissedCards(page)).toHaveCount(1)
}

const bringBack = async (page: Page): Promise<void> => {
  const isEmpty = main(page).getByRole('heading', { name: 'No dismissed insights' })
  await expect(dismissedCards(page).or(isEmpty)).toBeVisible()
  if (await dismissedCards(page).isVisible()) await dismissedCards(page).click()
  await expect(isEmpty).toBeVisible()
}

/** Insights of the demo winery, and of an account without data. */
export const insightScreens: readonly Screen[] = [
  { name: 'insights', persona: 'winery', path: '/ai/insights', open: list },
  { name: 'insight', persona: 'winery', path: '/ai/insights', open: openFirst },
  { name: 'ask', persona: 'winery', path: '/ask', open: askFollowUp },
  { name: 'ask-suggestions', persona: 'winery', path: '/ask', open: askSuggestions },
  { name: 'insights-answer', persona: 'winery', path: '/ai/insights', open: askExample },
  {
    name: 'insight-over-time',
    persona: 'winery',
    path: '/ai/insights',
    open: async (page) => {
      await openFirstWithChart(page)
    },
  },
  {
    name: 'insight-as-table',
    persona: 'winery',
    path: '/ai/insights',
    open: async (page) => {
      await (await openFirstWithChart(page)).click()
      await expect(main(page).getByRole('region', { name: /marks the period of this insight/ })).toBeVisible()
    },
  },
  {
    name: 'insights-dismissed',
    persona: 'winery',
    path: '/ai/insights',
    open: dismissOne,
  },
  {
    // Depends on the screen above: restores the insight that it dismissed.
    name: 'insights-none-dismissed',
    persona: 'winery',
    path: '/ai/insights?show=dismissed',
    open: bringBack,
  },
  {
    name: 'insights-without-data',
    persona: 'newcomer',
    path: '/ai/insights',
    open: (page) => expect(main(page).getByRole('heading', { name: 'No data yet' })).toBeVisible(),
  },
  {
    name: 'ai-settings',
    persona: 'winery',
    path: '/ai/settings',
    open: async (page) => {
      await page.getByLabel('URL', { exact: true }).fill('https://models.example/v1')
      await page.getByRole('button', { name: 'Add goal' }).click()
      await expect(page.getByText('Fix the highlighted fields')).toBeVisible()
    },
  },
]
