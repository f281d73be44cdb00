import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SavedReport } from '#contract/saved-reports.ts'
import { chooseMore } from './kit/actions.ts'
import { toast } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

/** Slack, which answers `ok`. */
const startSlack = async () => {
  const posted: string[] = []
  const server = createServer(async (request, response) => {
    posted.push(await text(request))
    response.end('ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/services/T0/B0/secret`, posted, stop: () => server.close() }
}

test('a Slack channel is added, tested and scheduled, and a spreadsheet reads the report', async ({
  page,
  api,
  enter,
}) => {
  const slack = await startSlack()
  try {
    const { session } = await api.register()
    const body = {
      name: 'By channel',
      reportType: 'Orders',
      columns: [{ columnId: 'channel' }],
      groupColumns: ['channel'],
    }
    const { id } = await api.call(SavedReport, 'POST', '/reports', { token: session.access_token, body })
    await enter(session, '/notifications?tab=channels')
    await page.getByRole('button', { name: 'Add channel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add channel' })
    await dialog.getByLabel('Name').fill('#tasting-room')
    await dialog.getByLabel('Webhook URL').fill(slack.url)
    await dialog.getByRole('button', { name: 'Add channel' }).click()
    await page.getByRole('button', { name: 'Actions for #tasting-room' }).click()
    await page.getByRole('menuitem', { name: 'Send test' }).click()
    await expect(page.getByRole('row', { name: /#tasting-room/ })).toContainText('Delivered')
    expect(slack.posted.join()).toContain('*This is a test from Cuvee.*')
    await expect(page.getByText('secret')).toHaveCount(0)

    await page.goto(`/reports/my/${id}`)
    await chooseMore(page, 'Send on a schedule…')
    await page.getByRole('button', { name: 'Add a schedule' }).click()
    await page.getByRole('combobox', { name: 'Slack and Teams' }).press('ArrowDown')
    await page.getByRole('option', { name: '#tasting-room' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add schedule' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toContainText('#tasting-room')
    await page.keyboard.press('Escape')

    await chooseMore(page, 'Live link for spreadsheets…')
    await page.getByRole('button', { name: 'Create live link' }).click()
    await page.getByLabel('Name').fill('Marketing sheet')
    await page.getByRole('button', { name: 'Create link' }).click()
    const url = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
    expect(await (await fetch(url)).text()).toContain('Sales channel')
    await page.getByRole('button', { name: 'Revoke Marketing sheet' }).click()
    await expect(toast(page, 'Live link revoked')).toBeVisible()
    expect((await fetch(url)).status).toBe(404)
  } finally {
    slack.stop()
  }
})
