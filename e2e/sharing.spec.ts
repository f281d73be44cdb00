import { chooseMore } from './kit/actions.ts'
import { TILE_COUNT, waitForTiles } from './kit/dashboard.ts'
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
