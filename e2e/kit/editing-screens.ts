import { expect, type Page, type Route } from '@playwright/test'
import { chooseInTile, tile, waitForTiles } from './dashboard.ts'
import { DIALOG, type Screen, screen } from './screen.ts'

const TITLE = 'Average Order Size'

/** Rejects the next save, as if someone had given the first tile another title meanwhile. */
const rejectNextSave = async (page: Page): Promise<void> => {
  const reject = async (route: Route): Promise<void> => {
    const sent = route.request().postDataJSON()
    const [first, ...rest] = sent.widgets
    const widgets = [{ ...first, props: { ...first.props, title: 'Order size, all channels' } }, ...rest]
    const current = { ...sent, version: sent.version + 1, filterBar: null, isOwn: true, widgets }
    const errors = [{ code: 'dashboard.stale', message: 'This dashboard was changed by someone else.' }]
    await route.fulfill({ status: 412, json: { errors, current } })
  }
  await page.route('**/api/dashboards/second', reject, { times: 1 })
}

/** Editing the layout of a dashboard. */
export const editingScreens: readonly Screen[] = [
  screen('arrange-tile', 'winery', '/', { part: '[role="application"]', wideOnly: true }, async (page) => {
    await waitForTiles(page)
    await chooseInTile(page, TITLE, 'Move')
    await expect(page.getByRole('application', { name: `Move ${TITLE}` })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
  }),
  screen('merge-dashboard', 'winery', '/dashboard/second', { part: DIALOG, wideOnly: true }, async (page) => {
    await waitForTiles(page, 1)
    await chooseInTile(page, TITLE, 'Settings')
    await page.getByLabel('Title').fill('Order size in person')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(tile(page, 'Order size in person')).toBeVisible()
    await rejectNextSave(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Dashboard changed elsewhere' })).toBeVisible()
  }),
]
