import { Service } from '#contract/services.ts'
import { expect, test } from './kit/test.ts'

const FILE =
  'orderId,orderDate,sku,quantity,lineAmount\n1001,2026-01-05,PN-19,2,150.00\n1002,2026-01-06,PN-19,1,75.00\n'

test('an alert from a report fires when a file brings its number over the limit', { tag: '@full' }, async ({
  page,
  api,
  enter,
}) => {
  const { session } = await api.register()
  const token = session.access_token
  const body = { type: 'csv', name: 'Files', settings: {} }
  const { id } = await api.call(Service, 'POST', '/service', { token, body })
  await enter(session, '/reports/orders/by-sales-channel')
  await page.getByRole('button', { name: 'Alert me…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alert me' })
  await dialog.getByLabel('Dates').selectOption('None')
  await dialog.getByLabel('Alert me when it').selectOption('above')
  await dialog.getByLabel(/^Limit/).fill('200')
  await dialog.getByLabel('Name').fill('Good start')
  await dialog.getByRole('button', { name: 'Add alert' }).click()
  await expect(dialog).toBeHidden()

  const upload = new FormData()
  upload.append('kind', 'order_lines')
  upload.append('file', new Blob([FILE]), 'lines.csv')
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${api.url}/api/service/${id}/upload`, { method: 'POST', headers, body: upload })
  expect(sent.status).toBe(202)
  await expect(async () => {
    await page.goto('/notifications')
    await expect(page.getByRole('main').getByText('Good start: $225.00')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('button', { name: /^Unread Good start/ }).click()
  await page.getByRole('link', { name: 'See the number' }).click()
  const alert = page.getByRole('listitem').filter({ hasText: 'Good start' }).first()
  await expect(alert).toContainText('Firing')
  await alert.getByRole('link', { name: 'Open report' }).click()
  await expect(page.getByRole('main').getByText('$225.00').first()).toBeVisible()
})
