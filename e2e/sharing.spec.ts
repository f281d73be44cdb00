import { ReportResult } from '#contract/reports.ts'
import { SavedReport } from '#contract/saved-reports.ts'
import { CreatedViewLink } from '#contract/view-links.ts'
import { chooseMore } from './kit/actions.ts'
import { TILE_COUNT, tile, waitForTiles } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

test('a view link shows the dashboard signed out, fills the screen, and stops when it is revoked', async ({
  page,
  browser,
  winery,
  enter,
  watch,
}) => {
  await enter(winery.session, '/')
  await waitForTiles(page)
  await chooseMore(page, 'Share…')
  const dialog = page.getByRole('dialog', { name: /^Share / })
  await dialog.getByRole('tab', { name: 'View links' }).click()
  await dialog.getByRole('button', { name: 'Create view link' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tasting room TV')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const url = await dialog.getByRole('textbox', { name: 'View link' }).inputValue()
  const mark = page.getByText('Anyone with the link sees what you save.')
  await expect(mark).toContainText('Public link')

  const context = await browser.newContext()
  await watch.attach(context)
  const guest = await context.newPage()
  const paths: string[] = []
  guest.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await guest.goto(url)
  await waitForTiles(guest, TILE_COUNT)
  await expect(guest.getByText('This tile shows personal data, which view links leave out.')).toHaveCount(1)
  expect([...new Set(paths.filter((path) => path.startsWith('/api/')))].toSorted()).toEqual([
    '/api/system/client',
    '/api/view',
    '/api/view/data',
  ])

  await guest.getByRole('button', { name: 'Full screen' }).click()
  await expect(guest.getByRole('region', { name: /^Wall mode: / })).toBeVisible()
  await expect(guest.getByText(/^1 of \d/)).toBeVisible()
  await guest.keyboard.press('ArrowRight')
  await expect(guest.getByText(/^2 of \d/)).toBeVisible()
  await guest.getByRole('button', { name: 'Leave wall mode' }).click()
  await expect(guest.getByRole('button', { name: 'Full screen' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Revoke Tasting room TV' }).click()
  await expect(dialog.getByRole('list', { name: 'View links' })).toHaveCount(0)
  await expect(mark).toHaveCount(0)
  watch.expectConsole(/status of 404/)
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'This dashboard isn’t available' })).toBeVisible()
  await context.close()
})

const CHANNELS = {
  reportType: 'Orders',
  columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
  groupColumns: ['channel'],
  chart: { kind: 'bar', x: 'channel', series: ['netSales'] },
}
const CUSTOMERS = {
  reportType: 'Orders',
  columns: [{ columnId: 'customerName' }, { columnId: 'netSales' }],
  groupColumns: ['customerName'],
}

test('a view link of report, goal and text tiles names no customer in any byte, and opens nothing else', {
  tag: '@full',
}, async ({ api, winery, browser, baseURL, watch }) => {
  const token = winery.session.access_token
  const named = ReportResult.parse(
    await (
      await api.send('POST', '/reports/query', {
        token,
        body: {
          definition: {
            reportType: 'Customers',
            columns: ['customerName', 'email', 'city'].map((columnId) => ({ columnId })),
          },
          pageSize: 500,
        },
      })
    ).json(),
  )
  const people = named.rows.flat().filter((cell): cell is string => typeof cell === 'string' && cell.length > 4)
  expect(people.length).toBeGreaterThan(500)
  const saved = await api.call(SavedReport, 'POST', '/reports', { token, body: { name: 'Channels', ...CHANNELS } })
  const at = (id: string, y: number, type: string, props: object) => ({
    id,
    type,
    x: 0,
    y,
    w: 4,
    h: 7,
    props: { ...props },
  })
  const board = await api.createDashboard(token, {
    name: 'Partner view',
    widgets: [
      at('a', 0, 'report', { title: 'By channel', source: { id: saved.id } }),
      at('b', 7, 'report', { title: 'Varietals', source: { builtin: 'orders/by-brand' }, show: 'table' }),
      at('c', 14, 'goal', { title: 'Goal' }),
      at('d', 21, 'text', { title: 'Notes', text: '# Welcome' }),
      at('e', 28, 'report', { title: 'Customers', source: CUSTOMERS, show: 'table' }),
      at('f', 35, 'report', { title: 'Orders', source: { builtin: 'orders/list' } }),
    ],
  })
  const path = `/dashboards/${board.slug}/view-links`
  const link = CreatedViewLink.parse(
    await (await api.send('POST', path, { token, body: { name: 'Partner', expiresInDays: 1 } })).json(),
  )

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await watch.attach(context)
  const guest = await context.newPage()
  const bodies: Promise<string>[] = []
  guest.on('response', (response) => bodies.push(response.text().catch(() => '')))
  await guest.goto(link.url)
  await waitForTiles(guest, 6)
  await expect(tile(guest, 'By channel').getByRole('slider')).toBeVisible()
  await expect(tile(guest, 'Notes').getByRole('heading', { name: 'Welcome' })).toBeVisible()
  const refusal = 'This tile shows personal data, which view links leave out.'
  for (const title of ['Customers', 'Orders']) await expect(tile(guest, title)).toContainText(refusal)
  await expect(guest.getByRole('main').getByRole('link')).toHaveCount(0)
  const traffic = [...(await Promise.all(bodies)), await guest.content()].join('\n')
  expect(traffic).toContain('By channel')
  expect(people.filter((person) => traffic.includes(person))).toEqual([])

  const statuses = await guest.evaluate(
    async (paths) => {
      const headers = { authorization: `Bearer ${location.hash.slice(1)}` }
      return Promise.all(paths.map(async (one) => (await fetch(`/api${one}`, { headers })).status))
    },
    ['/account', '/dashboards/default', `/reports/${saved.id}`, '/user', '/search?q=a'],
  )
  watch.expectConsole(/status of 40[14]/)
  expect(statuses).toEqual([401, 401, 401, 401, 401])
  await guest.goto('/reports/customers/list')
  await expect(guest).toHaveURL(/\/sign-in/)

  await api.send('DELETE', `${path}/${link.id}`, { token })
  await guest.goto(link.url)
  await expect(guest.getByRole('heading', { name: 'This dashboard isn’t available' })).toBeVisible()
  await context.close()
})

test('wall mode rotates the chosen dashboards, and Escape leaves it', { tag: '@full' }, async ({
  page,
  api,
  winery,
  enter,
}) => {
  const tile = { id: 'a', type: 'sales', x: 0, y: 0, w: 4, h: 4, props: {} }
  await api.createDashboard(winery.session.access_token, { name: 'Second wall', widgets: [tile] })
  await enter(winery.session, '/')
  await waitForTiles(page)
  await chooseMore(page, 'Wall mode…')
  const dialog = page.getByRole('dialog', { name: 'Wall mode' })
  await dialog.getByRole('checkbox', { name: 'Second wall' }).check()
  await dialog.getByRole('button', { name: 'Start wall mode' }).click()
  await expect(page.getByRole('region', { name: /^Wall mode: Cuvee Dashboard/ })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('region', { name: 'Wall mode: Second wall' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/dashboard\//)
})
