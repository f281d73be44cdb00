import type { Locator, Page } from '@playwright/test'
import { Service } from '#contract/services.ts'
import { chooseMore } from './kit/actions.ts'
import type { Api } from './kit/api.ts'
import { openSignedIn } from './kit/browser.ts'
import { expect, test } from './kit/test.ts'

const FILE =
  'orderId,orderDate,sku,quantity,lineAmount\n1001,2026-01-05,PN-19,2,150.00\n1002,2026-01-06,PN-19,1,75.00\n'

const addFiles = (api: Api, token: string): Promise<Service> =>
  api.call(Service, 'POST', '/service', { token, body: { type: 'csv', name: 'Files', settings: {} } })

const uploadLines = async (api: Api, token: string, { id }: Service): Promise<void> => {
  const upload = new FormData()
  upload.append('kind', 'order_lines')
  upload.append('file', new Blob([FILE]), 'lines.csv')
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${api.url}/api/service/${id}/upload`, { method: 'POST', headers, body: upload })
  expect(sent.status).toBe(202)
}

/** Opens the dialog on a report and fills everything but the recipients. */
const describeAlert = async (page: Page): Promise<Locator> => {
  await chooseMore(page, 'Alert me…')
  const dialog = page.getByRole('dialog', { name: 'Alert me' })
  await dialog.getByLabel('Dates').selectOption('None')
  await dialog.getByLabel('Alert me when it').selectOption('above')
  await dialog.getByLabel(/^Limit/).fill('200')
  await dialog.getByLabel('Name').fill('Strong start')
  return dialog
}

const openNotification = async (page: Page): Promise<void> => {
  await expect(async () => {
    await page.goto('/notifications')
    await expect(page.getByRole('main').getByText('Strong start: $225.00')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('button', { name: /^Unread Strong start/ }).click()
}

test('an alert from a report fires when a file brings its number over the limit', { tag: '@full' }, async ({
  page,
  api,
  enter,
}) => {
  const { session } = await api.register()
  const token = session.access_token
  const files = await addFiles(api, token)
  await enter(session, '/reports/orders/by-sales-channel')
  const dialog = await describeAlert(page)
  await dialog.getByRole('button', { name: 'Add alert' }).click()
  await expect(dialog).toBeHidden()

  await uploadLines(api, token, files)
  await openNotification(page)
  await page.getByRole('link', { name: 'See the number' }).click()
  const alert = page.getByRole('listitem').filter({ hasText: 'Strong start' }).first()
  await expect(alert).toContainText('Triggered')
  await alert.getByRole('link', { name: 'Open report' }).click()
  await expect(page.getByRole('main').getByText('$225.00').first()).toBeVisible()
})

test('a colleague is notified of an alert, sees it, and stops receiving it', { tag: '@full' }, async ({
  page,
  api,
  server,
  enter,
  browser,
  baseURL,
  watch,
}) => {
  const owner = await api.register({ firstName: 'Noa', lastName: 'Keller' })
  const ann = await api.register({ firstName: 'Ann', lastName: 'Lee' })
  await server.joinAccount(ann.email, owner.accountId)
  const token = owner.session.access_token
  const files = await addFiles(api, token)
  await enter(owner.session, '/reports/orders/by-sales-channel')
  const dialog = await describeAlert(page)
  await dialog.getByRole('combobox', { name: 'Also notify' }).click()
  await page.getByRole('option', { name: /^Ann Lee/ }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Add alert' }).click()
  await expect(dialog).toBeHidden()
  await uploadLines(api, token, files)

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await watch.attach(context)
  const theirs = await context.newPage()
  await openSignedIn(theirs, await api.signIn(ann.email, ann.password), '/notifications')
  await openNotification(theirs)
  await expect(theirs.getByText('Noa Keller set up this alert for you.')).toBeVisible()
  await theirs.getByRole('link', { name: 'See the number' }).click()
  const alert = theirs.getByRole('listitem').filter({ hasText: 'Strong start' }).first()
  await expect(alert).toContainText('Set up by Noa Keller')
  await expect(alert.getByRole('list', { name: 'History of Strong start' })).toContainText('$225.00')
  await theirs.getByRole('button', { name: 'Actions for Strong start' }).click()
  await expect(theirs.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0)
  await theirs.getByRole('menuitem', { name: 'Stop receiving' }).click()
  await expect(theirs.getByRole('heading', { name: 'No alerts yet' })).toBeVisible()
  await context.close()

  await page.goto('/alerts')
  const own = page.getByRole('listitem').filter({ hasText: 'Strong start' }).first()
  await expect(own).toContainText('Triggered')
  await expect(own).not.toContainText('Ann Lee')
})
