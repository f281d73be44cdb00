import type { Page } from '@playwright/test'
import { Dashboard } from '#contract/dashboards.ts'
import { chooseMore } from './kit/actions.ts'
import { openSignedIn } from './kit/browser.ts'
import { chooseInTile, retitle, tile, tiles, toast, waitForTiles } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

const entry = (type: string, x: number, y: number) => ({ id: type, type, x, y, w: 3, h: 4, props: {} })
const WIDGETS = [
  entry('sales', 0, 0),
  entry('avgOrder', 3, 0),
  entry('orderMetrics', 0, 4),
  entry('customerLTV', 3, 4),
  entry('clubMemberCount', 0, 8),
]

const save = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save', exact: true })
const savedToast = (page: Page) => toast(page, 'Dashboard saved successfully')
const mergeDialog = (page: Page) => page.getByRole('dialog', { name: 'Dashboard changed elsewhere' })

test('two colleagues edit one dashboard at the same time, and nothing of either is lost', { tag: '@full' }, async ({
  page: mine,
  browser,
  baseURL,
  api,
  server,
  enter,
  watch,
}) => {
  test.slow()
  watch.expectConsole(/status of 412/)
  const owner = await api.register({ firstName: 'Noa', lastName: 'Keller' })
  const colleague = await api.register({ firstName: 'Ann', lastName: 'Lee' })
  await server.joinAccount(colleague.email, owner.accountId)
  const token = owner.session.access_token
  const board = await api.createDashboard(token, { name: 'Together', widgets: WIDGETS })

  await enter(owner.session, `/dashboard/${board.slug}`)
  await waitForTiles(mine, WIDGETS.length)
  await chooseMore(mine, 'Share…')
  const share = mine.getByRole('dialog', { name: 'Share Together' })
  await share.getByRole('combobox', { name: 'Add people' }).click()
  await mine.getByRole('option', { name: /^Ann Lee/ }).click()
  await share.getByLabel('Access of Ann Lee').selectOption('edit')
  await share.getByRole('button', { name: 'Save sharing' }).click()
  await expect(toast(mine, 'Sharing saved')).toBeVisible()

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await watch.attach(context)
  const theirs = await context.newPage()
  await openSignedIn(theirs, await api.signIn(colleague.email, colleague.password), '/dashboards')
  await theirs.getByRole('link', { name: 'Together' }).click()
  await waitForTiles(theirs, WIDGETS.length)
  const stored = () => api.call(Dashboard, 'GET', `/dashboards/${board.slug}`, { token })
  const titles = async () =>
    (await stored()).widgets.map(({ type, props }) => `${type}: ${props.title ?? ''}`).toSorted()

  await test.step('each tile that both changed is kept as theirs, mine, or both', async () => {
    for (const [page, who] of [
      [mine, 'me'],
      [theirs, 'them'],
    ] as const) {
      await retitle(page, 'Sales by Period', `Sales by ${who}`)
      await retitle(page, 'Average Order Size', `Average by ${who}`)
      await retitle(page, 'Order Metrics by Period', `Orders by ${who}`)
    }
    await chooseInTile(theirs, 'Customer Lifetime Values', 'Remove')
    await chooseInTile(mine, 'Club Member Count', 'Duplicate')
    await save(theirs).click()
    await expect(savedToast(theirs)).toBeVisible()
    await save(mine).click()
    const dialog = mergeDialog(mine)
    const choose = (title: string, choice: string) =>
      dialog.getByRole('radiogroup', { name: title }).getByRole('radio', { name: choice }).check()
    await choose('Sales by me', 'Theirs')
    await choose('Average by me', 'Mine')
    await choose('Orders by me', 'Both')
    await dialog.getByRole('button', { name: 'Save combined dashboard' }).click()
    await expect(savedToast(mine)).toBeVisible()
    const club = (await stored()).widgets.filter(({ type }) => type === 'clubMemberCount')
    expect(club).toHaveLength(2)
    expect((await titles()).filter((title) => !title.startsWith('club'))).toEqual([
      'avgOrder: Average by me',
      'orderMetrics: Orders by me',
      'orderMetrics: Orders by them',
      'sales: Sales by them',
    ])
  })

  await test.step('the colleague, whose page is older now, adds to the merged dashboard', async () => {
    await retitle(theirs, 'Average by them', 'Average, again by them')
    await save(theirs).click()
    const dialog = mergeDialog(theirs)
    await dialog
      .getByRole('radiogroup', { name: 'Average, again by them' })
      .getByRole('radio', { name: 'Both' })
      .check()
    await dialog.getByRole('button', { name: 'Save combined dashboard' }).click()
    // Not by the toast: that of the colleague's first save may still be shown.
    await expect
      .poll(titles)
      .toEqual(expect.arrayContaining(['avgOrder: Average by me', 'avgOrder: Average, again by them']))
    await expect(tiles(theirs)).toHaveCount(7)
  })

  await test.step('both save at the same time: one is asked, and both changes stay', async () => {
    await mine.reload()
    await waitForTiles(mine, 7)
    await retitle(mine, 'Sales by them', 'Sales of the year')
    await retitle(theirs, 'Orders by me', 'Orders of the year')
    await Promise.all([save(mine).click(), save(theirs).click()])
    const [first, second] = [mergeDialog(mine), mergeDialog(theirs)]
    await expect(async () => expect((await first.count()) + (await second.count())).toBe(1)).toPass()
    const loser = (await first.count()) === 1 ? mine : theirs
    await expect(mergeDialog(loser)).toContainText('don’t conflict, so both are kept')
    await mergeDialog(loser).getByRole('button', { name: 'Save combined dashboard' }).click()
    await expect(mergeDialog(loser)).toHaveCount(0)
    await expect
      .poll(titles)
      .toEqual(expect.arrayContaining(['sales: Sales of the year', 'orderMetrics: Orders of the year']))
  })
  await expect(tile(mine, 'Sales of the year')).toBeVisible()
  await context.close()
})
