import type { Page } from '@playwright/test'
import { InsightDetail, type InsightList } from '#contract/insights.ts'
import { moreActions } from './kit/actions.ts'
import type { Api } from './kit/api.ts'
import { waitForAnalysis } from './kit/api.ts'
import { toast } from './kit/dashboard.ts'
import { grid, readCellText, waitForReport } from './kit/report.ts'
import { expect, test } from './kit/test.ts'

const main = (page: Page) => page.getByRole('main')
const cards = (page: Page) =>
  main(page)
    .getByRole('list', { name: 'Insights' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading'),
    })
const openLink = (page: Page, title: string) => main(page).getByRole('link', { name: title, exact: true }).first()

/** An insight with a figure that a report shows as well. */
const findInsightWithReport = async (api: Api, token: string, { items }: InsightList): Promise<InsightDetail> => {
  for (const { insightId } of items) {
    const detail = await api.call(InsightDetail, 'GET', `/insight/${insightId}`, { token })
    if (detail.figures.some(({ receipt }) => receipt.kind === 'report' && receipt.address !== null)) return detail
  }
  throw new Error('No insight has a figure that a page shows')
}

test('an insight links each figure to a report that shows it, and going back restores the list', async ({
  page,
  api,
  winery,
  enter,
}) => {
  test.slow()
  const token = winery.session.access_token
  const insight = await findInsightWithReport(api, token, await waitForAnalysis(api, token))
  await enter(winery.session, `/ai/insights?kind=${insight.kind}`)
  await openLink(page, insight.title).click()
  await expect(page).toHaveURL(new RegExp(`/ai/insights/${insight.insightId}\\?kind=${insight.kind}$`))
  await expect(main(page).getByRole('heading', { level: 1, name: insight.title })).toBeVisible()
  for (const sentence of insight.sentences) await expect(main(page).getByText(sentence)).toBeVisible()

  await expect(main(page).getByRole('columnheader', { name: 'How it’s calculated' })).toHaveCount(0)
  await main(page).getByRole('button', { name: 'Show figures' }).click()
  const receipt = main(page)
    .getByRole('link', { name: /: open the report$/ })
    .first()
  const figure = await readCellText(receipt)
  await receipt.click()
  await expect(page).toHaveURL(/\/reports\/.*from=/)
  await waitForReport(page)
  await expect(grid(page).locator('tfoot').getByText(figure, { exact: true })).toBeVisible()
  await page.goBack()
  await main(page).getByRole('link', { name: 'Insights', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/ai/insights\\?kind=${insight.kind}$`))
  const card = cards(page)
    .filter({ has: page.getByRole('link', { name: insight.title, exact: true }) })
    .first()
  await expect(card).toBeVisible()
  await expect(card.getByRole('img', { name: 'Unread' })).toHaveCount(0)
})

test('dismisses an insight by keyboard, restores it by Undo and from the dismissed ones, and keeps its feedback', {
  tag: '@full',
}, async ({ page, api, winery, enter }) => {
  test.slow()
  const token = winery.session.access_token
  const { items } = await waitForAnalysis(api, token)
  const [first] = items
  if (first === undefined) throw new Error('The demo winery has no insights')
  await enter(winery.session, '/ai/insights')
  await expect(cards(page)).toHaveCount(items.length)
  await openLink(page, first.title).focus()
  await page.keyboard.press('Delete')
  await expect(cards(page)).toHaveCount(items.length - 1)
  await toast(page, 'Insight dismissed').getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(items.length)

  const opinion = async () => {
    await cards(page)
      .first()
      .getByRole('button', { name: /^Actions: / })
      .click()
    return page.getByRole('menuitemcheckbox', { name: 'Useful', exact: true })
  }
  await (await opinion()).click()
  await page.keyboard.press('Escape')
  await cards(page)
    .first()
    .getByRole('button', { name: /^Dismiss/ })
    .click()
  await expect(cards(page)).toHaveCount(items.length - 1)
  await main(page).getByLabel('Which insights').selectOption('Dismissed')
  await expect(page).toHaveURL(/show=dismissed$/)
  await cards(page)
    .first()
    .getByRole('button', { name: /^Restore/ })
    .click()
  await expect(main(page).getByRole('heading', { name: 'No dismissed insights' })).toBeVisible()
  await main(page).getByRole('button', { name: 'Show all insights' }).click()
  await page.reload()
  await expect(cards(page)).toHaveCount(items.length)
  await expect(await opinion()).toBeChecked()
})

/** The first insight of a kind. */
const ofKind = ({ items }: InsightList, kind: string) => {
  const found = items.find((item) => item.kind === kind)
  if (found === undefined) throw new Error(`The demo winery has no ${kind}`)
  return found
}

test('acts on insights: writes to the people named and sees what came of it, opens the reorder list, and snoozes', {
  tag: '@full',
}, async ({ page, api, winery, enter }) => {
  test.slow()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const list = await waitForAnalysis(api, winery.session.access_token)
  const [lapsing, runway] = ['lapsingCustomers', 'stockRunway'].map((kind) => ofKind(list, kind))
  // The eight with most money at stake are shown first: of which other kinds they are depends on the day.
  const other = list.items.find(({ kind }) => kind !== 'lapsingCustomers' && kind !== 'stockRunway')
  await enter(winery.session, '/ai/insights')

  await openLink(page, lapsing?.title ?? '').click()
  await main(page).getByRole('button', { name: 'Copy emails' }).click()
  await expect(page.getByText(/email address(es)? copied/)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('@')
  await expect(main(page).getByText(/^(Recovered \$|None of the )/)).toBeVisible()
  await expect(main(page).getByText('Took action')).toBeVisible()
  await main(page).getByRole('button', { name: 'Mark as done' }).click()
  await toast(page, 'Marked as done').getByRole('button', { name: 'Undo' }).click()
  await expect(main(page).getByRole('button', { name: 'Mark as done' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Open the list' }).click()
  await expect(page).toHaveURL(/\/reports\/customers\/list\?any\.customerId=/)
  await waitForReport(page)
  await page.goBack()
  await main(page).getByRole('link', { name: 'Insights', exact: true }).click()

  await openLink(page, runway?.title ?? '').click()
  await moreActions(page).click()
  await page.getByRole('menuitem', { name: /\(you\)$/ }).click()
  await expect(
    main(page)
      .getByText(/^Assigned to /)
      .first(),
  ).toBeVisible()
  await main(page).getByRole('link', { name: 'Open the reorder list' }).click()
  await expect(page).toHaveURL(/\/reports\/products\/low-inventory/)
  await waitForReport(page)

  await page.goto('/ai/insights')
  await main(page)
    .getByRole('button', { name: `Actions: ${other?.title ?? ''}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
  await expect(page.getByText(/^Snoozed until/)).toBeVisible()
  await expect(cards(page)).toHaveCount(list.items.length - 1)
  await main(page).getByLabel('Which insights').selectOption('Snoozed')
  await expect(cards(page)).toHaveCount(1)
  await main(page).getByLabel('Which insights').selectOption('Assigned to me')
  await expect(cards(page)).toHaveCount(1)
})

test('saves settings together, never shows a key again, and asks before leaving unsaved changes', {
  tag: '@full',
}, async ({ page, api, enter }) => {
  const member = await api.register()
  await enter(member.session, '/ai/insights')
  await expect(main(page).getByRole('heading', { name: 'No data yet' })).toBeVisible()
  await main(page).getByRole('link', { name: 'AI Settings' }).click()
  await page.getByRole('switch', { name: 'Forecasts' }).click()
  await page.getByRole('radio', { name: 'Low' }).check()
  await page.getByLabel('URL', { exact: true }).fill('https://models.example/v1')
  await expect(page.getByText('Fix the highlighted fields')).toBeVisible()
  await page.getByLabel('Model name', { exact: true }).fill('small-1')
  await page.getByLabel('Key', { exact: true }).fill('very-secret-key')

  await page.getByRole('link', { name: 'Insights', exact: true }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('toolbar', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('switch', { name: 'Forecasts' })).not.toBeChecked()
  await expect(page.getByRole('radio', { name: 'Low' })).toBeChecked()
  await expect(page.getByLabel(/^Key/).first()).toHaveValue('')
  await expect(page.getByText('set', { exact: true })).toBeVisible()
  expect(await page.content()).not.toContain('very-secret-key')
})
