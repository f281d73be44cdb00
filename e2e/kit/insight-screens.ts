import { expect, type Locator, type Page } from '@playwright/test'
import { DIALOG, type Screen, screen } from './screen.ts'

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
    const shown = main(page).getByRole('region', { name: 'Answer', exact: true })
    await expect(
      shown
        .getByRole('table')
        .or(shown.getByText(/^\$[\d,.]+$/))
        .first(),
    ).toBeVisible()
  }
  await expect(main(page).getByRole('button', { name: 'Ask as a new question' })).toBeVisible()
  await expect(main(page).getByRole('region', { name: 'From your data' })).toBeVisible()
  await expect(main(page).getByRole('region', { name: 'Recent questions' })).toBeVisible()
}

const saveList = (page: Page) => expect(main(page).getByRole('region', { name: 'Members to call' })).toBeVisible()

/** The first member's panel with a logged call. */
const logCall = async (page: Page): Promise<void> => {
  await saveList(page)
  await main(page)
    .getByRole('region', { name: 'Members to call' })
    .getByRole('row')
    .nth(1)
    .getByRole('button')
    .first()
    .click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Answer').selectOption('undecided')
  await panel.getByLabel('Note').fill('Asked for fewer reds. Call again after the harvest.')
  await panel.getByRole('button', { name: 'Log call' }).click()
  await expect(panel.getByRole('list', { name: 'History' })).toBeVisible()
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
  screen('insights', 'winery', '/ai/insights', list),
  screen('insight', 'winery', '/ai/insights', openFirst),
  screen('ask', 'winery', '/ask', askFollowUp),
  screen('ask-suggestions', 'winery', '/ask', askSuggestions),
  screen('insights-answer', 'winery', '/ai/insights', askExample),
  screen('insight-over-time', 'winery', '/ai/insights', async (page) => {
    await openFirstWithChart(page)
  }),
  screen('insight-as-table', 'winery', '/ai/insights', async (page) => {
    await (await openFirstWithChart(page)).click()
    await expect(main(page).getByRole('region', { name: /marks the period of this insight/ })).toBeVisible()
  }),
  screen('insights-dismissed', 'winery', '/ai/insights', dismissOne),
  // Depends on the screen above: restores the insight that it dismissed.
  screen('insights-none-dismissed', 'winery', '/ai/insights?show=dismissed', bringBack),
  screen('insights-without-data', 'newcomer', '/ai/insights', (page) =>
    expect(main(page).getByRole('heading', { name: 'No data yet' })).toBeVisible(),
  ),
  screen('save-list', 'winery', '/ai/save-list', saveList),
  screen('save-list-summary', 'winery', '/ai/save-list', async (page) => {
    await saveList(page)
    await main(page).getByText('How reliable is this?').click()
    await expect(main(page).getByRole('heading', { name: 'Accuracy on your own past' })).toBeVisible()
  }),
  screen('save-list-member', 'winery', '/ai/save-list', { part: DIALOG }, logCall),
  screen('save-list-without-data', 'newcomer', '/ai/save-list', (page) =>
    expect(main(page).getByRole('heading', { name: 'Not ranked yet' })).toBeVisible(),
  ),
  screen('ai-settings', 'winery', '/ai/settings', async (page) => {
    await page.getByLabel('URL', { exact: true }).fill('https://models.example/v1')
    await expect(page.getByText('Fix the highlighted fields')).toBeVisible()
  }),
]
