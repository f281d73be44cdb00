import type { Page } from '@playwright/test'
import { Dashboard } from '#contract/dashboards.ts'
import { waitForTiles } from './dashboard.ts'
import { test as base } from './test.ts'

export const smallTile = (type: string, x: number, y: number) => ({ id: type, type, x, y, w: 3, h: 4, props: {} })

export const SMALL_BOARD = [smallTile('sales', 0, 0), smallTile('avgOrder', 3, 0), smallTile('orderMetrics', 0, 4)]

/** A dashboard with three small tiles, one per test, on screen. */
export const test = base.extend<{ board: Dashboard; saved: () => Promise<Dashboard> }>({
  board: async ({ page, api, winery, enter }, use) => {
    const body = { name: 'Cellar', widgets: SMALL_BOARD }
    const board = await api.createDashboard(winery.session.access_token, body)
    await enter(winery.session, `/dashboard/${board.slug}`)
    await waitForTiles(page, SMALL_BOARD.length)
    await use(board)
  },
  saved: ({ api, winery, board }, use) =>
    use(() => api.call(Dashboard, 'GET', `/dashboards/${board.slug}`, { token: winery.session.access_token })),
})

/** A button of the page's content. */
export const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
