import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { ReportResult } from '#contract/reports.ts'
import { REPORTS } from '#reports/built-in-reports.ts'
import { MENU } from '#reports/navigation.ts'
import { moreActions, moreItem } from './kit/actions.ts'
import { tile, waitForTiles } from './kit/dashboard.ts'
import {
  bodyRows,
  chart,
  expectProof,
  findCells,
  findTotalCell,
  grid,
  lineage,
  parseCents,
  readCellText,
  waitForReport,
} from './kit/report.ts'
import { expect, test } from './kit/test.ts'

const BY_BRAND = '/reports/orders/by-brand'

const main = (page: Page) => page.getByRole('main')

/** The search parameters of the URL. */
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

const expectSearch = (page: Page, expected: Readonly<Record<string, string>>) =>
  expect.poll(() => search(page)).toEqual(expected)

const rowsOf = async (page: Page): Promise<readonly string[]> => {
  await waitForReport(page)
  return grid(page).getByRole('row').allTextContents()
}

test('opens every report from the menu with its title, rows and chart', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  test.setTimeout(180_000)
  await enter(winery.session, '/profile')
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const { name: group, children } of MENU) {
    const pages = children.flatMap((item) => {
      const report = REPORTS.find(({ path }) => path === item.href)
      return report === undefined ? [] : [{ ...item, report }]
    })
    for (const { name, title, report } of pages) {
      await test.step(title, async () => {
        const opener = menu.getByRole('button', { name: group, exact: true })
        if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
        await menu.getByRole('link', { name, exact: true }).click()
        await expect(page).toHaveTitle(`Cuvee | ${title}`)
        await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
        const role = report.definition.pivot === null ? 'grid' : 'table'
        await expect(page.getByRole(role, { name: title, exact: true })).toBeVisible()
        await waitForReport(page)
        await expect(chart(page)).toHaveCount(report.definition.chart === null ? 0 : 1)
      })
    }
  }
})

test('negative numbers are copied as spreadsheets read them', { tag: '@full' }, async ({
  page,
  context,
  winery,
  enter,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(winery.session, `${BY_BRAND}?relativeDate=OrderDate-LastYear&compare=previousYear`)
  await waitForReport(page)
  const falling = grid(page).getByRole('gridcell').filter({ hasText: '−' }).first()
  expect(await readCellText(falling)).toMatch(/^−[\d.]+%/)
  await falling.selectText()
  await page.keyboard.press('ControlOrMeta+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^-[\d.]+%/)
})

test('the URL contains only changed settings, and reload and Back restore them', async ({ page, winery, enter }) => {
  await enter(winery.session, BY_BRAND)
  const own = await rowsOf(page)

  await main(page)
    .getByRole('button', { name: /^Dates: / })
    .click()
  await page.getByRole('button', { name: /^Last year/ }).click()
  await expectSearch(page, { relativeDate: 'OrderDate-LastYear' })

  await main(page).getByLabel('Compare with').selectOption('Same dates last year')
  await expect(grid(page).getByRole('columnheader', { name: 'Net sales, change' })).toBeVisible()

  await main(page).getByRole('button', { name: 'Add filter' }).click()
  const filter = page.getByRole('dialog', { name: 'Add filter' })
  await filter.getByRole('button', { name: 'Other condition…' }).click()
  await filter.getByLabel('Column').selectOption('Sales channel')
  await filter.getByLabel('Value').selectOption('Web')
  await filter.getByRole('button', { name: 'Apply' }).click()
  await expect(main(page).getByRole('button', { name: 'Change filter: Sales channel is Web' })).toBeVisible()
  const unsorted = await rowsOf(page)

  await grid(page).getByRole('button', { name: 'Units sold', exact: true }).click()
  const compared = { relativeDate: 'OrderDate-LastYear', compare: 'previousYear', 'f.channel': 'Equal:web' }
  await expectSearch(page, { ...compared, sort: '-UnitsSold' })
  await expect(grid(page).getByRole('columnheader', { name: 'Units sold' }).first()).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const sorted = await rowsOf(page)
  await page.reload()
  expect(await rowsOf(page)).toEqual(sorted)

  await page.goBack()
  await expectSearch(page, compared)
  expect(await rowsOf(page)).toEqual(unsorted)

  await main(page).getByRole('button', { name: 'Remove filter: Sales channel is Web' }).click()
  await main(page).getByLabel('Compare with').selectOption('No comparison')
  await main(page)
    .getByRole('button', { name: /^Dates: / })
    .click()
  await page.getByRole('button', { name: /\(default\)/ }).click()
  await expectSearch(page, {})
  expect(await rowsOf(page)).toEqual(own)

  await page.goto(`${BY_BRAND}?relativeDate=OrderDate-Sometime&sort=-Nothing`)
  await expect(page.getByText('relativeDate=OrderDate-Sometime isn’t a date range for this report')).toBeVisible()
  await expect(page.getByText('sort=-Nothing isn’t a column in this report')).toBeVisible()
  expect(await rowsOf(page)).toEqual(own)
})

test('a report says its dates once, and how it is calculated only in the panel of a number', async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, BY_BRAND)
  await waitForReport(page)
  await expect(main(page).getByRole('button', { name: 'Dates: This year', exact: true })).toBeVisible()
  await expect(main(page).getByText(/Jan 1/)).toHaveCount(1)
  await expect(main(page).getByText('Sales, units, and orders of each brand')).toHaveCount(0)
  await expect(main(page).getByText(/Definitions version|Days are in/)).toHaveCount(0)
  await (await findTotalCell(page, 'Net sales')).getByRole('button').click()
  await expect(lineage(page).getByText(/^Version \d+$/)).toBeVisible()
})

test('the tasting funnel by team member is an address, and its rates have a range', async ({ page, winery, enter }) => {
  await enter(winery.session, '/reports/customers/tasting-funnel')
  await waitForReport(page)
  await main(page).getByText('Team member', { exact: true }).click()
  await expectSearch(page, { group: 'TeamMember' })
  await waitForReport(page)
  await expect(grid(page).getByRole('columnheader', { name: /^Team member/ })).toBeVisible()
  const total = await findTotalCell(page, 'Bottle conversion')
  await expect(total).toHaveText(/^\d+\.\d% \d+\.\d%–\d+\.\d%$/)
  const rate = (await total.getByRole('button').textContent()) ?? ''
  await total.getByRole('button').click()
  await expectProof(page, rate)
  await page.goBack()
  await expectSearch(page, {})
  await expect(grid(page).getByRole('columnheader', { name: /^Experience/ })).toBeVisible()
})

test('a report of all dates lists them once, and an open menu hides its tooltip', async ({ page, winery, enter }) => {
  await enter(winery.session, '/reports/orders/awaiting-shipment?relativeDate=OrderDate-None')
  await waitForReport(page)
  await main(page)
    .getByRole('button', { name: /^Dates: / })
    .click()
  const all = page.getByRole('dialog', { name: 'Dates' }).getByRole('button', { name: /^All dates/ })
  await expect(all).toHaveText(['All dates (default)'])
  await expect(all).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')

  const more = main(page).getByRole('button', { name: 'Actions for this report' })
  const tooltip = page.getByRole('tooltip', { name: 'More actions' })
  await more.hover()
  await expect(tooltip).toBeVisible()
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Save a copy' })).toBeVisible()
  await expect(tooltip).toBeHidden()
})

test('a cell, a total and a dashboard number open records that add up to them', async ({ page, winery, enter }) => {
  await enter(winery.session, BY_BRAND)
  await waitForReport(page)
  const cell = await readCellText((await findCells(page, 'Net sales')).first())
  const total = await readCellText(await findTotalCell(page, 'Net sales'))
  await grid(page).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expectProof(page, cell)
  await expect(grid(page)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expectProof(page, total)

  await page.goto('/')
  await waitForTiles(page)
  const kpi = tile(page, 'Average Order Size')
    .getByRole('button', { description: /^How .+ is calculated$/ })
    .first()
  const shown = await readCellText(kpi)
  await kpi.focus()
  await page.keyboard.press('Enter')
  await expect(lineage(page)).toBeVisible()
  await expectProof(page, shown)

  await kpi.press('Enter')
  await expect(lineage(page)).toBeVisible()
  await page.goBack()
  await expect(lineage(page)).toHaveCount(0)
  await expect(kpi).toBeFocused()
})

test('opens an order from the list with the same net sales', { tag: '@full' }, async ({ page, winery, enter }) => {
  await enter(winery.session, '/reports/orders/list?relativeDate=OrderDate-Last30Days')
  await waitForReport(page)
  const order = (await findCells(page, 'Order number')).first().getByRole('link')
  const number = await readCellText(order)
  const sales = await readCellText((await findCells(page, 'Net sales')).first())
  await order.click()
  await expect(page).toHaveURL(/\/order-detail\?orderId=/)
  await waitForReport(page)
  const numbers = await (await findCells(page, 'Order number')).allTextContents()
  expect(new Set(numbers)).toEqual(new Set([number]))
  expect(parseCents(await readCellText(await findTotalCell(page, 'Net sales')))).toBe(parseCents(sales))
})

test('the CSV file contains every row of the report, and its amounts add up to the total', async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/reports/orders/list')
  await waitForReport(page)
  const total = parseCents(await readCellText(await findTotalCell(page, 'Net sales')))
  const rowCount = Number(await grid(page).getAttribute('aria-rowcount'))
  await main(page).getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), moreItem(page, 'CSV file').click()])
  expect(download.suggestedFilename()).toMatch(/order.*\.csv$/i)
  const file: Record<string, string>[] = parse(await readFile(await download.path(), 'utf8'), {
    bom: true,
    columns: true,
  })
  // The count includes the header and the total row.
  expect(file).toHaveLength(rowCount - 2)
  // The file names codes as the screen does.
  const [, first = ''] = await rowsOf(page)
  expect(first).toContain(file[0]?.['Order number'])
  expect(first).toContain(file[0]?.['Sales channel'])
  expect(file.reduce((sum, row) => sum + parseCents(row['Net sales'] ?? ''), 0)).toBe(total)
})

test('prints the report without navigation', { tag: '@full' }, async ({ page, winery, enter }) => {
  await enter(winery.session, BY_BRAND)
  await waitForReport(page)
  await page.emulateMedia({ media: 'print' })
  for (const frame of [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
  ]) {
    await expect(frame).toBeHidden()
  }
  await expect(moreActions(page)).toBeHidden()
  await expect(main(page).getByRole('button', { name: 'Export' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Orders by Brand' })).toBeVisible()
  await expect(chart(page)).toBeVisible()
  await expect(grid(page)).toBeVisible()
})

/** The most rendered rows, whatever the size of the report: a few times the visible ones. */
const MOST_ROWS = 80
const PAGE_SIZE = 50

test('scrolls through a large report with few rendered rows', { tag: '@full' }, async ({
  page,
  api,
  winery,
  enter,
}) => {
  const definition = { builtin: 'orders/order-detail' }
  const ask = (at: number) =>
    api.call(ReportResult, 'POST', '/reports/query', {
      token: winery.session.access_token,
      body: { definition, relativeDate: 'OrderDate-None', page: at, pageSize: PAGE_SIZE },
    })
  const { rowCount, columns } = await ask(1)
  expect(rowCount).toBeGreaterThan(10_000)
  const last = (await ask(Math.ceil(rowCount / PAGE_SIZE))).rows.at(-1) ?? []
  const numberOfLast = String(last[columns.findIndex(({ columnId }) => columnId === 'orderNumber')])

  await enter(winery.session, '/reports/orders/order-detail?relativeDate=OrderDate-None')
  await waitForReport(page)
  const row = (index: number) => grid(page).locator(`tr[aria-rowindex="${index + 2}"]`)
  const middle = Math.floor(rowCount / 2)
  const box = grid(page).locator('..')
  await box.evaluate((element) => element.scrollTo({ top: (element.scrollHeight - element.clientHeight) / 2 }))
  await expect(row(middle).getByRole('link').first()).toBeVisible()
  await expectSearch(page, { relativeDate: 'OrderDate-None', page: String(Math.floor(Number(search(page).page))) })
  expect(await bodyRows(page).count()).toBeLessThan(MOST_ROWS)

  await grid(page).focus()
  await page.keyboard.press('End')
  await expect(
    row(rowCount - 1)
      .getByRole('link')
      .first(),
  ).toHaveText(numberOfLast)
  await expect(row(rowCount - 1)).toBeInViewport()
  expect(await bodyRows(page).count()).toBeLessThan(MOST_ROWS)
  await page.keyboard.press('Home')
  await expect(row(0).getByRole('link').first()).toBeInViewport()
  await expectSearch(page, { relativeDate: 'OrderDate-None' })
})

test('a state of the map has the number of its row, and its ZIP areas add up to it', { tag: '@full' }, async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/reports/customers/top-states')
  await waitForReport(page)
  await chart(page).press('ArrowRight')
  const sales = await readCellText((await findCells(page, 'Net sales')).first())
  await expect(chart(page)).toHaveAttribute('aria-valuetext', `Washington, Net sales ${sales}`)
  await chart(page).press('Enter')
  await page.getByRole('menuitem', { name: 'Break down by…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'ZIP area', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Breakdown by ZIP area' })).toBeVisible()
  await waitForReport(page)
  expect((await readCellText((await findCells(page, 'ZIP area')).first())).trim()).toMatch(/^\d{3}$/)
  expect(await readCellText(await findTotalCell(page, 'Net sales'))).toBe(sales)
})
