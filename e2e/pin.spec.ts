import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Dashboard } from '#contract/dashboards.ts'
import { SavedReport } from '#contract/saved-reports.ts'
import { chooseMore } from './kit/actions.ts'
import { chooseInTile, tile, tiles, toast, waitForTiles } from './kit/dashboard.ts'
import { expectProof, waitForReport } from './kit/report.ts'
import { test as base, expect } from './kit/test.ts'

const VINTAGES = {
  name: 'Vintages',
  reportType: 'OrderLines',
  columns: [{ columnId: 'vintage' }, { columnId: 'netSales' }],
  groupColumns: ['vintage'],
  relativeDateFilter: { relativeRange: 'Last365Days', columnName: 'OrderDate' },
  chart: { kind: 'bar', x: 'vintage', series: ['netSales'] },
}

const TEXT = { id: 'text', type: 'text', x: 0, y: 0, w: 3, h: 3, props: { title: 'Notes', text: '# Cellar' } }

const test = base.extend<{ board: Dashboard }>({
  board: async ({ api, winery }, use, { testId }) =>
    use(await api.createDashboard(winery.session.access_token, { name: `Board ${testId}`, widgets: [TEXT] })),
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pin to dashboard' })

const openPinDialog = async (page: Page, { name }: Dashboard): Promise<void> => {
  await chooseMore(page, 'Pin to dashboard')
  await dialog(page).getByRole('combobox', { name: 'Dashboard' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

const pin = async (page: Page, { name }: Dashboard): Promise<void> => {
  await dialog(page).getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(dialog(page).getByRole('status')).toHaveText(`Added to “${name}”.`)
}

test('pins a saved report, follows its changes, duplicates the tile and downloads its rows', async ({
  page,
  api,
  winery,
  board,
  enter,
}) => {
  const token = winery.session.access_token
  const report = await api.call(SavedReport, 'POST', '/reports', { token, body: VINTAGES })
  await enter(winery.session, `/reports/my/${report.id}`)
  await waitForReport(page)
  await openPinDialog(page, board)
  await pin(page, board)
  await dialog(page).getByRole('button', { name: 'Open dashboard' }).click()
  await waitForTiles(page, 2)
  await expect(tile(page, 'Notes').getByRole('heading', { name: 'Cellar' })).toBeVisible()
  await expect(tile(page, 'Vintages').getByRole('slider')).toBeVisible()

  await chooseInTile(page, 'Vintages', 'Duplicate')
  await waitForTiles(page, 3)
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Dashboard saved successfully')).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Actions for Vintages' }).first().click()
  await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('\nVintage,Net sales')

  await api.call(SavedReport, 'PUT', `/reports/${report.id}`, { token, body: { ...VINTAGES, chart: null } })
  await page.reload()
  await waitForTiles(page, 3)
  await expect(tiles(page).getByRole('columnheader', { name: 'Vintage' })).toHaveCount(2)
})

test('adds the tile to the newer version when the dashboard was saved meanwhile', { tag: '@full' }, async ({
  page,
  api,
  winery,
  board,
  enter,
  watch,
}) => {
  const token = winery.session.access_token
  watch.expectConsole(/412/)
  await enter(winery.session, '/reports/orders/by-brand')
  await waitForReport(page)
  await openPinDialog(page, board)
  await page.route(
    `**/api/dashboards/${board.slug}`,
    async (route) => {
      const added = { ...TEXT, id: 'other', y: 4, props: { title: 'Added meanwhile', text: 'x' } }
      const body = { name: board.name, widgets: [TEXT, added], version: board.version }
      if (route.request().method() === 'PUT')
        await api.call(Dashboard, 'PUT', `/dashboards/${board.slug}`, { token, body })
      await route.continue()
    },
    { times: 2 },
  )
  await pin(page, board)
  const saved = await api.call(Dashboard, 'GET', `/dashboards/${board.slug}`, { token })
  expect(saved.widgets.map(({ props }) => props.title)).toEqual(['Notes', 'Added meanwhile', 'Orders by Brand'])
})

test('says when the report of a tile is gone, and draws a tile as PNG by keyboard', { tag: '@full' }, async ({
  page,
  api,
  winery,
  enter,
}) => {
  const token = winery.session.access_token
  const report = await api.call(SavedReport, 'POST', '/reports', { token, body: VINTAGES })
  const at = (id: string, x: number, props: object) => ({
    id,
    type: 'report',
    x,
    y: 0,
    w: 4,
    h: 7,
    props: { ...props },
  })
  const widgets = [
    at('gone', 0, { title: 'Gone', source: { id: report.id } }),
    at('brands', 4, { title: 'Brands', source: { builtin: 'orders/by-brand' } }),
  ]
  const board = await api.createDashboard(token, { name: 'Two reports', widgets })
  await fetch(`${api.url}/api/reports/${report.id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  await enter(winery.session, `/dashboard/${board.slug}`)
  await waitForTiles(page, 2)
  await expect(tile(page, 'Gone').getByRole('alert')).toContainText('was deleted, or it isn’t shared with you')

  await page.getByRole('button', { name: 'Actions for Brands' }).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Download PNG' })
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(item).toBeFocused({ timeout: 300 })
  }).toPass()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const png = await readFile(await (await download).path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.length).toBeGreaterThan(10_000)
})

test('marks of a report tile lead to their own records, a breakdown and the report', { tag: '@full' }, async ({
  page,
  api,
  winery,
  enter,
}) => {
  const token = winery.session.access_token
  const source = {
    reportType: 'Orders',
    columns: [{ columnId: 'customerName' }, { columnId: 'netSales' }],
    groupColumns: ['customerName'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
    top: 5,
    chart: { kind: 'bar', x: 'customerName', series: ['netSales'] },
  }
  const props = { title: 'Best customers', source, show: 'chart' }
  const widgets = [{ id: 'best', type: 'report', x: 0, y: 0, w: 8, h: 10, props }]
  const board = await api.createDashboard(token, { name: 'Customers', widgets })
  const answer = await api.send('POST', '/reports/query', { token, body: { definition: source } })
  const { rows } = await answer.json()
  await enter(winery.session, `/dashboard/${board.slug}`)
  await waitForTiles(page, 1)
  const bars = tile(page, 'Best customers').getByRole('slider')
  const choose = async (name: string): Promise<void> => {
    await bars.focus()
    await bars.press('Enter')
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Show the records')
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  await expectProof(page, money.format(rows[0][1]))

  await choose('Break down by…')
  await page.getByRole('dialog').getByRole('button', { name: 'Sales channel', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Breakdown by sales channel' })).toBeVisible()
  await waitForReport(page)
  await expect.poll(() => new URL(page.url()).searchParams.getAll('any.customerId')).toHaveLength(1)
  await page.goBack()
  await waitForTiles(page, 1)

  await expect(tile(page, 'Best customers').getByText('All time')).toBeVisible()
  await chooseInTile(page, 'Best customers', 'Settings')
  const settings = page.getByRole('dialog', { name: 'Widget settings' })
  await settings.getByLabel('Dates').selectOption({ value: 'Last30Days' })
  await settings.getByRole('button', { name: 'Done' }).click()
  await waitForTiles(page, 1)
  await expect(tile(page, 'Best customers').getByText('All time')).toHaveCount(0)

  await choose('Open as report')
  const leave = page.getByRole('dialog').getByRole('button', { name: /leave/i })
  await leave.click()
  await expect(page).toHaveURL(/\/reports\/explore.*Last30Days/)
  await waitForReport(page)
})
