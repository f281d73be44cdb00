import { NotificationSummary } from '#contract/notifications.ts'
import { chooseMore } from './kit/actions.ts'
import { addRefusedService } from './kit/api.ts'
import { chooseInTile, tile, tiles, waitForTiles } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

test('notifications stay read after the trial has ended', { tag: '@full' }, async ({
  page,
  api,
  commerce7,
  server,
  enter,
}) => {
  test.slow()
  const member = await api.register()
  await addRefusedService(api, commerce7, member, { name: 'Till' })
  await server.operate('account', member.email, '--trial-ends', '2026-01-01')
  await enter(member.session, '/profile')
  await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).click()
  await page.getByRole('menuitem', { name: 'Till needs attention' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Back to notifications' }).click()
  const list = await api.send('GET', '/notification', { token: member.session.access_token })
  const till = NotificationSummary.array()
    .parse(await list.json())
    .find(({ subject }) => subject === 'Till needs attention')
  expect(till?.read).toBe(true)
  await page.goto('/notifications')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})

test('a colleague’s name and a dashboard’s name are never read as Markdown', { tag: '@full' }, async ({
  page,
  api,
  server,
  enter,
}) => {
  const owner = await api.register({ firstName: '*Ann*', lastName: '`Lee`' })
  const { email, session } = await api.register({ firstName: 'Bo' })
  await server.joinAccount(email, owner.accountId)
  const token = owner.session.access_token
  const board = await api.createDashboard(token, { name: '~~Old~~ 1. vintage' })
  const people = [{ userId: session.user.id, access: 'view' }]
  await api.send('PUT', `/dashboards/${board.slug}/sharing`, { token, body: { isPublic: false, people } })
  const subject = '*Ann* `Lee` shared ~~Old~~ 1. vintage with you'
  await enter(await api.signIn(email), '/profile')
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await page.getByRole('menuitem', { name: subject }).click()
  const dialog = page.getByRole('dialog', { name: subject })
  await expect(dialog.getByRole('heading', { name: subject })).toBeVisible()
  await expect(dialog.locator('em, code, del')).toHaveCount(0)
  await expect(dialog).toContainText('You can now open the dashboard ~~Old~~ 1. vintage.')
})

test('a new invitation expires in seven days', { tag: '@full' }, async ({ page, api, enter }) => {
  const { session, accountId } = await api.register()
  const body = { email: `guest-${accountId}@winery.example`, roles: ['User'] }
  await api.send('POST', '/invitation', { token: session.access_token, body })
  await enter(session, '/admin/invitations')
  await expect(page.getByRole('row', { name: new RegExp(body.email) })).toContainText('Expires in 7 days')
})

test('a billing admin is offered nothing that the role cannot do', { tag: '@full' }, async ({
  page,
  api,
  server,
  winery,
  enter,
}) => {
  test.slow()
  const { email } = await api.register()
  await server.joinAccount(email, winery.accountId)
  await server.operate('account', email, '--roles', 'BillingAdmin')
  const session = await api.signIn(email)
  const token = session.access_token
  const source = {
    reportType: 'Orders',
    name: 'Channels',
    columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
    groupColumns: ['channel'],
  }
  const widgets = [
    { type: 'sales', x: 0, y: 0, w: 3, h: 4, props: {} },
    { type: 'avgOrder', x: 3, y: 0, w: 3, h: 4, props: {} },
    { type: 'report', x: 0, y: 4, w: 4, h: 6, props: { title: 'By channel', source, show: 'table' } },
  ]
  const board = await api.createDashboard(token, { name: 'Payments', widgets })
  await enter(session, `/dashboard/${board.slug}`)
  await waitForTiles(page, widgets.length)

  await page.getByRole('button', { name: 'Actions for By channel' }).click()
  await expect(page.getByRole('menuitem', { name: 'Full screen' })).toBeVisible()
  for (const name of ['Open report', 'Download CSV', 'Alert me…'])
    await expect(page.getByRole('menuitem', { name })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await chooseMore(page, 'Notes on charts')
  await expect(page.getByRole('menuitemcheckbox', { name: 'All notes' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Calendar notes' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(tile(page, 'Average Order Size').getByRole('button', { name: /^(Tasting room|Web)/ })).toHaveCount(0)
  await chooseInTile(page, 'Average Order Size', 'Show as table')
  await expect(tiles(page).first().getByRole('link')).toHaveCount(0)

  await page.goto('/reports/my-reports')
  await expect(page.getByText('Ask an administrator for a role that includes reports.')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('orders')
  await expect(page.getByRole('option', { name: /Orders by|Order List|^Ask/ })).toHaveCount(0)
})
