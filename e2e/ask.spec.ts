import { answer, ask, openPalette, paletteField, paletteOption } from './kit/actions.ts'
import { readCellText } from './kit/report.ts'
import { expect, test } from './kit/test.ts'

test('finds and opens a page by keyboard only, and announces the selected option', async ({ page, winery, enter }) => {
  await enter(winery.session, '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Without waiting for the field: what is typed while it opens is kept.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('top cust')
  await expect(paletteField(page)).toHaveValue('top cust')
  const entry = paletteOption(page, /^Top Customers/)
  await expect(entry).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('omers')
  await expect(page.getByRole('group', { name: 'Best match' }).getByRole('option')).toHaveText([/^Top Customers/])
  await expect(entry).toHaveAttribute('aria-selected', 'true')
  await expect(paletteField(page)).toHaveAttribute('aria-activedescendant', (await entry.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reports\/customers\/top-customers/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('answers a question with proof, and opens a report with the same figure', async ({ page, winery, enter }) => {
  await enter(winery.session, '/profile')
  await page.getByRole('button', { name: 'Search or ask' }).click()
  await expect(paletteField(page)).toBeFocused()
  await page.keyboard.type('net sales last month')
  await expect(paletteOption(page, /^Ask/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('Net sales,')
  await expect(answer(page)).toContainText('matches')
  const figure = /\$[\d,]+\.\d\d/.exec((await answer(page).textContent()) ?? '')?.[0] ?? 'no figure'
  await expect(paletteOption(page, /^Open as report/)).toHaveAttribute('data-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reports\/my\/new\?definition=/)
  await expect(page.getByRole('main').getByText(figure, { exact: true }).first()).toBeVisible()
})

test('a comparison shows both years, in the answer and in its report', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/profile')
  await ask(page, 'sales by month this year vs last year')
  const rows = answer(page).getByRole('table')
  await expect(rows.getByRole('columnheader')).toHaveCount(3)
  await expect(rows.getByRole('row').nth(1).getByRole('cell').nth(2)).toHaveText(/^\$/)
  const before = await readCellText(rows.getByRole('row').nth(1).getByRole('cell').nth(2))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reports\/my\/new\?definition=.*&compare=previousYear$/)
  await expect(page.getByRole('main').getByText(before, { exact: true }).first()).toBeVisible()
})

test('the insights page answers a question and an example, and opens the answer as a report', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/ai/insights')
  await page.getByLabel('Ask about your numbers').fill('net sales this year vs last year')
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('matches')
  await page.getByRole('button', { name: 'top 10 customers this year' }).click()
  await expect(answer(page).getByRole('table')).toBeVisible()
  await page.getByRole('link', { name: 'Open as report' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'New report' })).toBeVisible()
  await expect(page.getByLabel(/^Name/)).toHaveValue('Top 10 customers this year')
})

test('takes a misspelled word for another, which can be undone', { tag: '@full' }, async ({ page, winery, enter }) => {
  await enter(winery.session, '/profile')
  await ask(page, 'sales by chanel')
  await expect(answer(page)).toContainText('Read as: “channel” for “chanel”.')
  await expect(answer(page)).toContainText('by sales channel')
  await page.getByRole('button', { name: 'Use as typed' }).click()
  await expect(page.getByText('I ignored “by chanel”.')).toBeVisible()
  await page.getByRole('button', { name: 'channel', exact: true }).click()
  await expect(answer(page)).toContainText('by sales channel')
})

test('follows up in the palette until it is closed', { tag: '@full' }, async ({ page, winery, enter }) => {
  await enter(winery.session, '/profile')
  await ask(page, 'sales by channel last month')
  await expect(answer(page).getByRole('table')).toBeVisible()
  await paletteField(page).fill('as a table')
  await paletteOption(page, /^Ask/).click()
  await expect(page.getByText('Follow-up to your last answer: changed the chart.')).toBeVisible()
  await page.keyboard.press('Escape')
  await ask(page, 'as a table')
  await expect(page.getByText(/Mention a metric|Not recognized/)).toBeVisible()
})

test('offers the readings of an ambiguous question, chosen by keyboard', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/ai/insights')
  await page.getByLabel('Ask about your numbers').fill('conversion by team member')
  await page.keyboard.press('Enter')
  const choices = page.getByRole('region', { name: 'Which do you mean?' }).getByRole('button')
  await expect(choices).toHaveText([/^Bottle conversion by team member/, /^Signup conversion by team member/])
  await choices.nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(answer(page)).toContainText('Signup conversion by team member')
  await expect(answer(page).getByRole('table')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open as report' })).toBeVisible()
})

test('follows up an answer, asks which reading is meant, and keeps the questions', async ({ page, winery, enter }) => {
  await enter(winery.session, '/ask')
  const field = page.getByRole('combobox', { name: /^Ask/ })
  await field.fill('sales by channel last month')
  await page.keyboard.press('Enter')
  await expect(answer(page).getByRole('table')).toBeVisible()
  await field.fill('only web')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Follow-up to your last answer: changed the filters.')).toBeVisible()
  await expect(answer(page)).toContainText('Web net sales by sales channel')

  await field.fill('and last year?')
  await page.keyboard.press('Enter')
  const choices = page.getByRole('region', { name: 'Which do you mean?' }).getByRole('button')
  await expect(choices).toHaveCount(2)
  await choices.first().focus()
  // a second Enter within 100 ms counts as a key that bounced
  await page.keyboard.press('Space')
  await expect(answer(page)).toContainText('Web net sales by sales channel')

  await page.getByRole('button', { name: 'Ask as a new question' }).click()
  await expect(page.getByText(/^Follow-up to your last answer/)).toHaveCount(0)
  const readings = page.getByRole('region', { name: 'Which do you mean?' })
  await expect(readings).toContainText('Net sales')
  await expect(readings).not.toContainText('Web')

  await page.getByRole('button', { name: 'Pin “only web”', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Pinned' })).toBeVisible()
  await page.reload()
  await page
    .getByRole('region', { name: 'Pinned' })
    .getByRole('button', { name: /^only web/ })
    .click()
  await expect(answer(page)).toContainText('Web net sales by sales channel')
})

test('a question of chips is taken, changed and removed by keyboard, and its address shows it again', async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/ask')
  const field = page.getByRole('combobox', { name: 'Ask about your numbers' })
  const suggestion = (name: string | RegExp) =>
    page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name })
  const chips = page.getByRole('list', { name: 'Question' }).getByRole('listitem')
  await field.pressSequentially('net sa')
  await expect(suggestion(/^Net sales/)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  await field.pressSequentially('by sales ch')
  await expect(suggestion(/^By sales channel/).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await field.pressSequentially('last mon')
  await expect(suggestion(/^Last month/).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(chips).toHaveText(['Net sales', 'By sales channel', 'Last month'])
  await expect(answer(page).getByRole('table')).toContainText('Tasting room')

  await page.getByRole('button', { name: 'Change Last month' }).press('Enter')
  await expect(suggestion(/^Last year/)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Change Last month' }).click()
  await suggestion(/^Last year/).click()
  await expect(chips).toHaveText(['Net sales', 'By sales channel', 'Last year'])
  await expect(answer(page)).toContainText('Net sales by sales channel')

  await page.reload()
  await expect(chips).toHaveText(['Net sales', 'By sales channel', 'Last year'])
  await field.focus()
  await page.keyboard.press('Backspace')
  await expect(chips).toHaveText(['Net sales', 'By sales channel'])
  await field.fill('only web')
  await page.keyboard.press('Enter')
  await expect(chips).toHaveText(['Net sales', 'By sales channel', 'Web'])
  await expect(answer(page)).toContainText('Web net sales by sales channel')
})

test('answers a share with a sentence and its table', { tag: '@full' }, async ({ page, winery, enter }) => {
  await enter(winery.session, '/profile')
  await ask(page, 'what percent of sales is club')
  await expect(answer(page)).toContainText(/Club was [\d.]+% of net sales, all time\./)
  await expect(answer(page).getByRole('table')).toContainText('Tasting room')
})

test('answers what will be with a forecast, its range and the months before', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/profile')
  await ask(page, 'what will we sell next month')
  await expect(answer(page)).toContainText('Forecast of net sales by month')
  await expect(answer(page)).toContainText(/80% likely between \$[\d,.]+ and \$[\d,.]+/)
  await expect(answer(page).getByRole('slider', { name: /past periods and 1 ahead/ })).toBeVisible()
})

test('the question mark key lists shortcuts, except while typing', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('Shift+?')
  await expect(shortcuts).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toHaveCount(0)
  await openPalette(page)
  await page.keyboard.press('Shift+?')
  await expect(paletteField(page)).toHaveValue('?')
  await expect(shortcuts).toHaveCount(0)
})
