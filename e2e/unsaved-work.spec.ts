import type { Page } from '@playwright/test'
import type { Dashboard } from '#contract/dashboards.ts'
import { field } from './kit/actions.ts'
import { FAILED_CALL, failCalls } from './kit/browser.ts'
import { chooseInTile, tiles, toast, waitForTiles } from './kit/dashboard.ts'
import { test as base, expect } from './kit/test.ts'

const entry = (type: string, y: number) => ({ id: type, type, x: 0, y, w: 3, h: 4, props: {} })

/** Opens a dashboard with two small tiles, one per test. */
const test = base.extend<{ board: Dashboard }>({
  board: async ({ page, api, winery, enter }, use) => {
    const body = { name: 'Cellar', widgets: [entry('sales', 0), entry('avgOrder', 4)] }
    const board = await api.createDashboard(winery.session.access_token, body)
    await enter(winery.session, `/dashboard/${board.slug}`)
    await waitForTiles(page, 2)
    await use(board)
  },
})

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const leaveQuestion = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

const createNamed = async (page: Page, name: string): Promise<void> => {
  await field(page, 'Name').fill(name)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
}

test('offline, each edit fails with its message, keeps what was typed, and is not sent later', {
  tag: '@full',
}, async ({ page, context, board, api, winery, watch }) => {
  watch.expectConsole(/ERR_INTERNET_DISCONNECTED|No answer from the server|could not be/)
  await chooseInTile(page, 'Average Order Size', 'Remove')
  // The code of toasts is loaded after the first screen.
  await expect(page.locator('.toasts').first()).toBeAttached()
  await button(page, 'New Dashboard').click()
  await leaveQuestion(page).getByRole('button', { name: 'Leave and keep draft' }).click()
  await field(page, 'Name').fill('Never created')
  const creations: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/dashboards')) creations.push(request.url())
  })

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(toast(page, 'Failed to create dashboard. Please try again.')).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Never created')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await button(page, 'Save').click()
  await expect(toast(page, 'Failed to save dashboard. Please try again.')).toBeVisible()
  await expect(button(page, 'Save')).toBeEnabled()
  await expect(tiles(page)).toHaveCount(1)

  await button(page, board.name).click()
  await page.getByLabel('Dashboard name').fill('Barrel room')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Failed to update dashboard name')).toBeVisible()
  await button(page, board.name).click()
  await expect(page.getByLabel('Dashboard name')).toHaveValue('Barrel room')
  await page.keyboard.press('Escape')

  const sent = creations.length
  await context.setOffline(false)
  await page.waitForTimeout(1_500)
  expect(creations).toHaveLength(sent)
  const slugs = await (await api.send('GET', '/dashboards/slugs', { token: winery.session.access_token })).json()
  expect(JSON.stringify(slugs)).not.toContain('Never created')
  await button(page, 'Save').click()
  await expect(toast(page, 'Dashboard saved successfully')).toBeVisible()
})

test('asks about unsaved changes before a new dashboard is created', { tag: '@full' }, async ({ page, board }) => {
  const creations: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/dashboards')) creations.push(request.url())
  })
  await chooseInTile(page, 'Average Order Size', 'Remove')
  await button(page, 'New Dashboard').click()
  await expect(leaveQuestion(page)).toBeVisible()
  await leaveQuestion(page).getByRole('button', { name: 'Stay' }).click()
  await expect(tiles(page)).toHaveCount(1)
  expect(creations).toEqual([])

  await button(page, 'New Dashboard').click()
  await leaveQuestion(page).getByRole('button', { name: 'Leave and keep draft' }).click()
  await createNamed(page, 'Press room')
  await expect(page).toHaveURL(/\/dashboard\/press-room/)
  await expect(leaveQuestion(page)).toHaveCount(0)
  expect(creations).toHaveLength(1)

  await page.goto(`/dashboard/${board.slug}`)
  await expect(page.getByRole('status').filter({ hasText: 'Unsaved changes from' })).toBeVisible()
  await button(page, 'New Dashboard').click()
  await leaveQuestion(page).getByRole('button', { name: 'Discard changes' }).click()
  await createNamed(page, 'Bottling line')
  await expect(page).toHaveURL(/\/dashboard\/bottling-line/)
  await page.goto(`/dashboard/${board.slug}`)
  await waitForTiles(page, 2)
})

test('feedback stays when its dialog is dismissed, and goes when it is canceled', { tag: '@full' }, async ({
  page,
  board: _,
}) => {
  const open = () => page.getByRole('button', { name: 'Feedback on this page' }).click()
  const dialog = page.getByRole('dialog', { name: 'How could we improve this page?' })
  await open()
  await dialog.getByLabel('Your feedback').fill('Show the vintage')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await open()
  await expect(dialog.getByLabel('Your feedback')).toHaveValue('Show the vintage')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await open()
  await expect(dialog.getByLabel('Your feedback')).toHaveValue('')
})

test('says where a deleted dashboard is, and restores it from there', { tag: '@full' }, async ({ page, board }) => {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: board.name })
  const inMenu = await link.count()
  const remove = async (): Promise<void> => {
    await button(page, 'Delete').click()
    await page.getByRole('button', { name: 'Delete Dashboard' }).click()
  }
  await remove()
  const deleted = toast(page, 'Dashboard deleted successfully')
  await expect(deleted).toContainText('It’s in the trash of All dashboards for 30 days.')
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(link).toHaveCount(inMenu)

  await page.goto(`/dashboard/${board.slug}`)
  await remove()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'All dashboards' }).click()
  await page.getByText('Trash', { exact: true }).click()
  await expect(page).toHaveURL('/dashboards?show=trash')
  const row = page.getByRole('row', { name: new RegExp(`^${board.name} `) }).first()
  await row.getByRole('button', { name: `Restore ${board.name}` }).click()
  await expect(toast(page, `${board.name} restored`)).toBeVisible()
  await expect(link).toHaveCount(inMenu)
})

test('toasts leave the controls of the header free', { tag: '@full' }, async ({ page, board, watch }) => {
  watch.expectConsole(FAILED_CALL)
  await failCalls(page, 'PUT', `/dashboards/${board.slug}/toggle-default`)
  await button(page, 'Set as default').click()
  const shown = toast(page, 'Failed to update default dashboard.')
  await expect(shown).toBeVisible()
  const toastBox = await shown.boundingBox()
  const headerBox = await page.getByRole('banner').boundingBox()
  const toolbarBox = await button(page, 'Add Widget').boundingBox()
  if (!toastBox || !headerBox || !toolbarBox) throw new Error('not on screen')
  expect(toastBox.y).toBeGreaterThanOrEqual(headerBox.y + headerBox.height)
  expect(toastBox.y).toBeGreaterThanOrEqual(toolbarBox.y + toolbarBox.height)
})
