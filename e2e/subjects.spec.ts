import type { Page } from '@playwright/test'
import { openPalette, paletteOption } from './kit/actions.ts'
import { chart, expectProof, grid, lineage, readCellText, waitForReport } from './kit/report.ts'
import { waitForSubject } from './kit/subject-screens.ts'
import { expect, test } from './kit/test.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 })

test('finds a customer in the palette by keyboard, goes on to a wine, proves a number, and goes back', async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/profile')
  await openPalette(page)
  await page.keyboard.type('ana')
  const found = page.getByRole('group', { name: 'Customers' }).getByRole('option').first()
  await expect(found).toBeVisible()
  const label = await readCellText(found)
  await expect(found).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/customers\/[^/]+$/)
  await waitForSubject(page)
  const name = await readCellText(heading(page))
  expect(label).toContain(name)

  await main(page).getByRole('tab', { name: 'Products bought' }).click()
  const wine = grid(page).getByRole('link').nth(1)
  const title = await readCellText(wine)
  await wine.click()
  await expect(page).toHaveURL(/\/products\/[^/]+$/)
  await expect(heading(page)).toHaveText(title)
  const numbers = main(page).getByRole('region', { name: 'Key numbers' })
  const sales = numbers.getByText('Net sales', { exact: true }).locator('..').getByRole('button')
  await expect(sales).toBeVisible()
  await sales.click()
  await expect(lineage(page)).toContainText('Product ID is')
  await page.keyboard.press('Escape')
  await expect(lineage(page)).toHaveCount(0)
  await page.goBack()
  await expect(heading(page)).toHaveText(name)
})

test('plans the next release of a club: its wines stay for the next visit', async ({ page, winery, enter }) => {
  await enter(winery.session, '/clubs/Estate%20Club')
  await main(page).getByRole('link', { name: 'Plan the next release' }).click()
  await expect(heading(page)).toHaveText('Next release')
  await expect(main(page).getByRole('region', { name: 'What to expect' })).toContainText(/Members charged[\d,]+/)
  await main(page).getByRole('button', { name: 'Use the wines of the last release' }).click()
  const enough = main(page).getByRole('button', { name: /enough stock$/ })
  await enough.click()
  const wines = main(page).getByRole('region', { name: 'Wines' }).getByRole('row')
  const count = await wines.count()
  expect(count).toBeGreaterThan(2)
  // last is what has most to spare; the wines above may be short by themselves on some days
  const last = main(page)
    .getByLabel(/^Bottles of /)
    .last()
  const each = main(page).getByLabel((await last.getAttribute('aria-label')) ?? '', { exact: true })
  await each.fill('90000')
  const tasks = main(page).getByRole('region', { name: 'Do first' }).getByRole('listitem')
  await expect(tasks.first()).toContainText('bottles needed')
  await tasks.first().getByRole('button').click()
  await expect(main(page).locator('input:focus')).toHaveAccessibleName(/^Bottles of /)
  await each
    .locator('xpath=ancestor::tr')
    .getByRole('button', { name: /^Short/ })
    .click()
  await page.getByRole('menuitem', { name: /^Lower to [\d,]+ bottles$/ }).click()
  // what is free today covers it, whatever sells until the release day
  await expect(each.locator('xpath=ancestor::tr')).toContainText(/Enough|May run short/)
  await each.fill('200')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Plan saved')).toBeVisible()
  await page.reload()
  await enough.click()
  await expect(each).toHaveValue('200')
  await expect(wines).toHaveCount(count)
})

test('a bar of customers opens the page of its customer', { tag: '@full' }, async ({ page, winery, enter }) => {
  await enter(winery.session, '/reports/customers/top-customers')
  await waitForReport(page)
  await chart(page).press('ArrowRight')
  await chart(page).press('Enter')
  const item = page.getByRole('menuitem', { name: 'Open customer page' })
  const name = await page.getByRole('menu').getAttribute('aria-label')
  await item.click()
  await waitForSubject(page)
  expect(`Actions for ${await heading(page).textContent()}`).toBe(name)
})

test('all others of a top N is no value to filter by', { tag: '@full' }, async ({ page, winery, enter }) => {
  const definition = {
    reportType: 'Orders',
    name: 'Top states',
    columns: [{ columnId: 'state' }, { columnId: 'netSales' }],
    groupColumns: ['state'],
    groupLimits: [{ columnId: 'state', top: 1, by: { columnId: 'netSales' } }],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    chart: { kind: 'bar', x: 'state', series: ['netSales'] },
  }
  await enter(winery.session, `/reports/explore?definition=${encodeURIComponent(JSON.stringify(definition))}`)
  await waitForReport(page)
  await chart(page).press('End')
  await chart(page).press('Enter')
  await expect(page.getByRole('menu', { name: 'All others' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Filter by this' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Show the records' }).click()
  await expectProof(page, (await readCellText(grid(page).getByRole('row').nth(2).getByRole('gridcell').last())).trim())
})

test('an order number in the palette opens the lines of the order', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/reports/orders/list?relativeDate=OrderDate-Last30Days')
  await waitForReport(page)
  const number = await readCellText(grid(page).getByRole('link').first())
  await openPalette(page)
  await page.keyboard.type(number)
  await paletteOption(page, new RegExp(`^${number}`))
    .first()
    .click()
  await expect(page).toHaveURL(/\/reports\/orders\/order-detail\?orderId=/)
  await waitForReport(page)
  await expect(main(page).getByText(number).first()).toBeVisible()
})
