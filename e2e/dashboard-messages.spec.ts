import type { Page } from '@playwright/test'
import type { Dashboard } from '#contract/dashboards.ts'
import { field } from './kit/actions.ts'
import { FAILED_CALL, failCalls } from './kit/browser.ts'
import { chooseInTile, tile, tiles, toast, waitForTiles } from './kit/dashboard.ts'
import { test as base, expect } from './kit/test.ts'

const entry = (type: string, y: number) => ({ id: type, type, x: 0, y, w: 3, h: 4, props: {} })

/** Opens a dashboard with two small tiles, one per test. */
const test = base.extend<{ board: Dashboard }>({
  board: async ({ page, api, winery, enter }, use, { title }) => {
    const body = { name: `Board ${title.slice(0, 40)}`, widgets: [entry('sales', 0), entry('avgOrder', 4)] }
    const board = await api.createDashboard(winery.session.access_token, body)
    await enter(winery.session, `/dashboard/${board.slug}`)
    await waitForTiles(page, 2)
    await use(board)
  },
})

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test.beforeEach(({ watch }) => watch.expectConsole(FAILED_CALL))

test('security 44: creates a dashboard once for two clicks, and shows a failure', async ({ page, board }) => {
  for (const name of ['Add Widget', 'New Dashboard', 'Set as default', 'Delete', 'Save'])
    await expect(button(page, name)).toBeVisible()
  const letThrough = await failCalls(page, 'POST', '/dashboards')
  await button(page, 'New Dashboard').click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(field(page, 'Name')).toHaveAccessibleDescription('This field is required')
  await field(page, 'Name').fill(`Tasting room of ${board.slug}`)
  await field(page, 'Description').fill('What the bar sold')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(toast(page, 'Failed to create dashboard. Please try again.')).toBeVisible()
  await letThrough()
  await page.getByRole('button', { name: 'Create', exact: true }).dblclick()
  await expect(toast(page, 'Dashboard created successfully')).toHaveCount(1)
  await expect(page).toHaveURL(/\/dashboard\/tasting-room-of-/)
  await expect(heading(page, `Tasting room of ${board.slug}`)).toBeVisible()
  await expect(page.getByText('What the bar sold')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  const link = menu.getByRole('link', { name: `Tasting room of ${board.slug}` })
  await expect(link).toHaveCount(1)
  await expect(link).toHaveAttribute('aria-current', 'page')
})

test('deletes a dashboard after confirmation, and shows a failure', { tag: '@full' }, async ({ page, board }) => {
  const letThrough = await failCalls(page, 'DELETE', `/dashboards/${board.slug}`)
  await button(page, 'Delete').click()
  const question = page.getByRole('dialog', { name: 'Confirm Delete' })
  await expect(question).toContainText(
    `Are you sure you want to delete the dashboard '${board.name}'? This action will permanently remove this data and cannot be undone.`,
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await button(page, 'Delete').click()
  await page.getByRole('button', { name: 'Delete Dashboard' }).click()
  await expect(toast(page, 'Failed to delete dashboard. Please try again.')).toBeVisible()
  await letThrough()
  await button(page, 'Delete').click()
  await page.getByRole('button', { name: 'Delete Dashboard' }).click()
  await expect(toast(page, 'Dashboard deleted successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: board.name })).toHaveCount(0)
})

test('makes a dashboard the default, which cannot be deleted, and shows a failure', { tag: '@full' }, async ({
  page,
  board,
  api,
  winery,
}) => {
  const path = `/dashboards/${board.slug}/toggle-default`
  const letThrough = await failCalls(page, 'PUT', path)
  await button(page, 'Set as default').click()
  await expect(toast(page, 'Failed to update default dashboard. Please try again.')).toBeVisible()
  await letThrough()
  await button(page, 'Set as default').click()
  await expect(toast(page, 'Dashboard set as default successfully')).toBeVisible()
  await expect(button(page, 'Set as default')).toHaveCount(0)
  await expect(button(page, 'Delete')).toHaveCount(0)
  await expect(button(page, 'New Dashboard')).toBeVisible()
  await api.send('PUT', path, { token: winery.session.access_token })
})

test('shows that another tab removed the default', { tag: '@full' }, async ({ page, board, api, winery }) => {
  const path = `/dashboards/${board.slug}/toggle-default`
  await api.send('PUT', path, { token: winery.session.access_token })
  await button(page, 'Set as default').click()
  await expect(toast(page, 'Dashboard removed from default successfully')).toBeVisible()
})

test('keeps changes until they are saved, also when saving fails', async ({ page, board }) => {
  const letThrough = await failCalls(page, 'PUT', `/dashboards/${board.slug}`, 'no answer')
  await chooseInTile(page, 'Average Order Size', 'Remove')
  await expect(tiles(page)).toHaveCount(1)
  await button(page, 'Save').click()
  await expect(toast(page, 'Failed to save dashboard. Please try again.')).toBeVisible()
  await expect(tiles(page)).toHaveCount(1)
  await letThrough()
  await button(page, 'Save').click()
  await expect(toast(page, 'Dashboard saved successfully')).toBeVisible()
  await page.reload()
  await waitForTiles(page, 1)
})

test('shows a dashboard that failed to load, with a retry button', async ({ page, board }) => {
  const letThrough = await failCalls(page, 'GET', `/dashboards/${board.slug}`)
  await page.reload()
  await expect(toast(page, 'Failed to load dashboard. Please try again.')).toBeVisible()
  await letThrough()
  await button(page, 'Retry').click()
  await waitForTiles(page, 2)
})

test('says that a layout that is no list cannot be shown', { tag: '@full' }, async ({ page, board }) => {
  const isDashboard = (url: URL): boolean => url.pathname === `/api/dashboards/${board.slug}`
  await page.route(isDashboard, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), widgets: {} } })
  })
  await page.reload()
  await expect(page.getByRole('main').getByText('Layout must be an array!')).toBeVisible()
  await page.unroute(isDashboard)
  await button(page, 'Retry').click()
  await waitForTiles(page, 2)
})

test('shows a widget of an unknown type, and saves its position and settings unchanged', { tag: '@full' }, async ({
  page,
  board,
  api,
  winery,
}) => {
  const token = winery.session.access_token
  const foreign = { id: 'f', type: 'moonPhase', x: 4, y: 0, w: 2, h: 4, props: { title: 'Moon', phase: 3 } }
  const widgets = [...board.widgets, foreign]
  await api.send('PUT', `/dashboards/${board.slug}`, { token, body: { name: board.name, widgets } })
  await page.reload()
  await expect(toast(page, 'Failed to load dashboard. Please try again.')).toBeVisible()
  await expect(tile(page, 'Unknown widget')).toContainText('This version doesn’t support the widget type “moonPhase”.')
  await chooseInTile(page, 'Average Order Size', 'Remove')
  await button(page, 'Save').click()
  await expect(toast(page, 'Dashboard saved successfully')).toBeVisible()
  const saved: { widgets?: unknown } = await (await api.send('GET', `/dashboards/${board.slug}`, { token })).json()
  expect(saved.widgets).toContainEqual(foreign)
})

const EDITS = [
  { what: 'name', label: 'Dashboard name', failure: 'Failed to update dashboard name' },
  { what: 'description', label: 'Dashboard description', failure: 'Failed to update dashboard description' },
]

for (const { what, label, failure } of EDITS) {
  test(`edits the ${what} in place: Enter and blur save it, Escape and blank text do not`, { tag: '@full' }, async ({
    page,
    board,
  }) => {
    let writes = 0
    page.on('request', (request) => {
      if (request.url().endsWith(`/${what}`) && request.method() === 'PUT') writes += 1
    })
    let shown = what === 'name' ? board.name : 'Add/remove widgets to create your own dashboard.'
    const edit = async (text: string, key: 'Enter' | 'Escape' | 'Tab', isSaved: boolean): Promise<void> => {
      await button(page, shown).click()
      await page.getByLabel(label).fill(text)
      await page.keyboard.press(key)
      shown = isSaved ? text : shown
      await expect(button(page, shown)).toBeVisible()
    }
    await edit('Harvest', 'Enter', true)
    await edit('Never', 'Escape', false)
    await edit('   ', 'Enter', false)
    await edit('Crush', 'Tab', true)
    expect(writes).toBe(2)
    await page.reload()
    await expect(button(page, 'Crush')).toBeVisible()

    await failCalls(page, 'PUT', `/dashboards/${board.slug}/${what}`)
    await button(page, shown).click()
    await page.getByLabel(label).fill('Refused')
    await page.keyboard.press('Enter')
    await expect(toast(page, failure)).toBeVisible()
    await expect(button(page, shown)).toBeVisible()
  })
}

test('rejects saving over a newer version, keeps the edits, and takes the newer one when they are discarded', {
  tag: '@full',
}, async ({ page, board, api, winery, watch }) => {
  watch.expectConsole(/status of 412/)
  const token = winery.session.access_token
  const body = { name: board.name, widgets: [entry('orderMetrics', 0)], version: board.version }
  await chooseInTile(page, 'Average Order Size', 'Remove')
  await api.send('PUT', `/dashboards/${board.slug}`, { token, body })
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog', { name: 'Dashboard changed elsewhere' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Changes not saved' })).toBeVisible()
  await expect(tile(page, 'Sales by Period')).toBeVisible()
  await button(page, 'Review changes').click()
  await dialog.getByRole('button', { name: 'Discard my changes' }).click()
  await expect(tile(page, 'Order Metrics by Period')).toBeVisible()
  await expect(tiles(page)).toHaveCount(1)
})

test('a click on the first star rates 1', { tag: '@full' }, async ({ page, board: _ }) => {
  await page.getByRole('button', { name: 'Feedback on this page' }).click()
  const dialog = page.getByRole('dialog', { name: 'How could we improve this page?' })
  await dialog.locator('.mantine-Rating-symbolGroup').first().click()
  await expect(dialog.getByRole('radio', { name: '1 star' })).toBeChecked()
})

test('thanks for feedback, keeps the text when sending fails, and discards it on Cancel', { tag: '@full' }, async ({
  page,
  board: _,
}) => {
  const dialog = page.getByRole('dialog', { name: 'How could we improve this page?' })
  const open = () => page.getByRole('button', { name: 'Feedback on this page' }).click()
  const write = async (): Promise<void> => {
    await dialog.getByRole('radio', { name: '4 stars' }).press('Space')
    await dialog.getByLabel('Your feedback').fill('More red')
  }
  const letThrough = await failCalls(page, 'POST', '/send-feedback')
  await open()
  await write()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(toast(page, 'An unexpected error occurred')).toBeVisible()
  await expect(dialog.getByLabel('Your feedback')).toHaveValue('More red')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await open()
  await expect(dialog.getByLabel('Your feedback')).toHaveValue('')
  await expect(dialog.getByRole('radio', { name: '4 stars' })).not.toBeChecked()
  await letThrough()
  await write()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(toast(page, 'Thanks for your feedback')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('the footer shows when data was last refreshed, or that it is unknown', { tag: '@full' }, async ({
  page,
  board,
  watch,
}) => {
  watch.expectConsole(/last refresh could not be loaded/)
  await expect(page.getByRole('contentinfo')).toContainText(/Last updated: [A-Z][a-z]{2} \d{1,2}, \d{2}:\d{2} [AP]M/)
  await failCalls(page, 'GET', '/system/setting')
  await page.goto(`/dashboard/${board.slug}`)
  await expect(page.getByRole('contentinfo')).toContainText('Last updated: Unknown')
})

test('shows at most five notifications, the newest on top', { tag: '@full' }, async ({ page, board }) => {
  await failCalls(page, 'PUT', `/dashboards/${board.slug}/toggle-default`)
  await failCalls(page, 'PUT', `/dashboards/${board.slug}`)
  const shown = page.getByRole('alert').filter({ hasText: 'Please try again.' })
  for (let again = 0; again < 5; again += 1) {
    await button(page, 'Set as default').click()
    // Hovering over one restarts the three seconds of all: six of them may take longer than that on a busy machine.
    await shown.first().hover()
  }
  await button(page, 'Save').click()
  await expect(toast(page, 'Failed to save dashboard')).toBeVisible()
  await shown.first().hover()
  await expect(shown).toHaveCount(5)
  const tops = await shown.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  expect(tops.indexOf(Math.min(...tops))).toBe(0)
  await expect(shown.first()).toContainText('Failed to save dashboard')
})

test('a dashboard that was deleted elsewhere can be saved as a new one', async ({
  page,
  api,
  winery,
  board,
  watch,
}) => {
  watch.expectConsole(/status of 404/)
  const token = winery.session.access_token
  const dialog = page.getByRole('dialog', { name: 'Dashboard deleted elsewhere' })
  await chooseInTile(page, 'Average Order Size', 'Remove')
  await expect(tiles(page)).toHaveCount(1)
  await api.send('DELETE', `/dashboards/${board.slug}`, { token })
  for (const change of [
    () => button(page, 'Save').click(),
    () => button(page, 'Set as default').click(),
    async () => {
      await heading(page, board.name).getByRole('button').click()
      await page.getByRole('textbox', { name: 'Dashboard name' }).fill('Renamed')
      await page.keyboard.press('Enter')
    },
    () => page.evaluate(() => void window.dispatchEvent(new Event('focus'))),
  ]) {
    await change()
    await expect(dialog).toContainText(`“${board.name}” was deleted`)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
  }
  await button(page, 'Save').click()
  await dialog.getByRole('button', { name: 'Save as new dashboard' }).click()
  await expect(toast(page, 'Dashboard created successfully')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(heading(page, board.name)).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(`/dashboard/${board.slug}$`))
  await expect(tiles(page)).toHaveCount(1)
  await page.reload()
  await expect(tiles(page)).toHaveCount(1)
})
