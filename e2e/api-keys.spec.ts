import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { field } from './kit/actions.ts'
import { toast } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

const statusOf = async (url: string, key: string): Promise<number> =>
  (await fetch(`${url}/api/account`, { headers: { authorization: `Bearer ${key}` } })).status

test('an API key is created, used, and revoked', async ({ page, api, enter, server }) => {
  const { session } = await api.register()
  await enter(session, '/api-keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await field(page, 'Name').fill('Nightly export')
  await dialog.getByRole('radio', { name: 'Service' }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()

  const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  expect(await statusOf(server.url, key)).toBe(200)
  const row = page.getByRole('row', { name: /Nightly export/ })
  await expect(row).toContainText('Account (service key)')
  await row.getByRole('button', { name: 'Revoke Nightly export' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(toast(page, '“Nightly export” was revoked')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(await statusOf(server.url, key)).toBe(401)
})

/** Collects what is sent to it. */
const startReceiver = async () => {
  const received: { body: string; headers: Record<string, string> }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ body: Buffer.concat(chunks).toString(), headers })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, received, stop: () => server.close() }
}

const choose = async (page: Page, action: string): Promise<void> => {
  await page.getByRole('button', { name: /^Actions for http/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a webhook is added, tested, changed, and deleted', { tag: '@full' }, async ({ page, api, enter, watch }) => {
  watch.expectConsole(/status of 400/)
  const receiver = await startReceiver()
  try {
    const { session } = await api.register()
    await enter(session, '/webhooks')
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add webhook' })
    await field(page, 'URL').fill('not a URL')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await expect(dialog.getByText(/Enter a URL/)).toBeVisible()
    await field(page, 'URL').fill(receiver.url)
    await dialog.getByRole('checkbox', { name: 'Insight found' }).uncheck()
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()

    await choose(page, 'Send test')
    await expect.poll(() => receiver.received.length).toBe(1)
    const [{ body = '', headers = {} } = {}] = receiver.received
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'test' })
    await choose(page, 'Deliveries')
    const deliveries = page.getByRole('dialog', { name: 'Deliveries' })
    await expect(deliveries.getByText('Delivered')).toBeVisible()
    await expect(deliveries.getByText(/Response 204/)).toBeVisible()
    await deliveries.getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => receiver.received.length).toBe(2)
    await page.keyboard.press('Escape')

    await choose(page, 'Edit')
    await page.getByRole('switch', { name: 'Active' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Off', { exact: true })).toBeVisible()
    await choose(page, 'Replace secret')
    await page.getByRole('button', { name: 'Replace secret' }).click()
    await expect(page.getByRole('textbox', { name: 'Secret' })).not.toHaveValue(secret)
    await choose(page, 'Delete')
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await expect(page.getByText('No webhooks yet')).toBeVisible()
  } finally {
    receiver.stop()
  }
})
