import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { DIALOG, type Screen, screen } from './screen.ts'

const SETTINGS = '/admin/settings'

/** Waits for the stored settings: discards what an earlier screen entered. */
const settings = async (page: Page): Promise<void> => {
  await expect(page.getByText('Net sales Goods only')).toBeVisible()
  const discard = page.getByRole('button', { name: 'Discard changes' })
  if (await discard.isVisible()) await discard.click()
}

/** Shows the page with parts of an API response replaced. */
export const withResponse = async (
  page: Page,
  path: string,
  part: object,
  then: () => Promise<void>,
): Promise<void> => {
  const isMeant = (url: URL): boolean => url.pathname === `/api${path}`
  await page.route(isMeant, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...part } })
  })
  await page.reload()
  await then()
  await page.unroute(isMeant)
}

/** Screens of account settings, audit log and account deletion. */
export const accountScreens: readonly Screen[] = [
  screen('settings', 'winery', SETTINGS, { opensAgainOnPhone: true }, async (page) => {
    await settings(page)
    await page.getByRole('textbox', { name: 'Name' }).fill('')
    await expect(page.getByText('Fix the highlighted fields')).toBeVisible()
  }),
  screen(
    'settings-time-zone',
    'winery',
    `${SETTINGS}#numbers`,
    { opensAgainOnPhone: true, part: '[role="listbox"]' },
    async (page) => {
      await settings(page)
      await page.getByRole('combobox', { name: 'Time zone' }).click()
      await page.keyboard.type('los angeles')
      await expect(page.getByRole('option', { name: /Los Angeles/ })).toBeVisible()
    },
  ),
  screen('settings-numbers-change', 'winery', SETTINGS, { opensAgainOnPhone: true, part: DIALOG }, async (page) => {
    await settings(page)
    await page.getByLabel('First day of the week').selectOption('Sunday')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog', { name: 'Numbers will change' })).toBeVisible()
  }),
  screen('settings-logo', 'winery', SETTINGS, { part: DIALOG }, async (page) => {
    await settings(page)
    const buffer = await sharp({ create: { width: 300, height: 120, channels: 3, background: '#8b1e3f' } })
      .png()
      .toBuffer()
    await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await expect(page.getByRole('dialog', { name: 'Use this logo?' })).toBeVisible()
  }),
  screen('delete-account', 'winery', SETTINGS, { part: DIALOG }, async (page) => {
    await settings(page)
    await page.getByRole('button', { name: /^Delete account/ }).click()
    await expect(page.getByRole('dialog', { name: /^Delete / })).toBeVisible()
  }),
  screen('deleted-account', 'winery', `${SETTINGS}/audit`, { part: 'main' }, (page) =>
    withResponse(page, '/account', { deletionDueUtc: '2099-01-01T00:00:00.000Z' }, () =>
      expect(page.getByText(/will be permanently deleted on/)).toBeVisible(),
    ),
  ),
  screen('moving-zone', 'newcomer', `${SETTINGS}/audit`, { part: 'main' }, (page) =>
    withResponse(page, '/account/status', { rebuild: { done: 30_000, total: 90_000 } }, () =>
      expect(page.getByText('30,000 of 90,000 records')).toBeVisible(),
    ),
  ),
  screen('audit-log', 'winery', `${SETTINGS}/audit`, async (page) => {
    await page
      .getByRole('button', { name: /^Details/ })
      .first()
      .click()
    await expect(page.getByText('User ID')).toBeVisible()
  }),
  screen('api-keys', 'winery', '/api-keys', async (page) => {
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByLabel('Name').fill('Nightly export')
    await page.getByRole('button', { name: 'Create key' }).click()
    await expect(page.getByText('Copy it now.')).toBeVisible()
  }),
  screen('api-keys-new', 'winery', '/api-keys', async (page) => {
    await page.getByRole('button', { name: 'Create API key' }).click()
    await expect(page.getByRole('dialog', { name: 'Create API key' })).toBeVisible()
  }),
  screen('webhooks', 'winery', '/webhooks', async (page) => {
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add webhook' })
    await dialog.getByLabel('URL').fill('https://example.com/cuvee')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await expect(page.getByText('Copy it now.')).toBeVisible()
  }),
  screen('webhooks-deliveries', 'winery', '/webhooks', async (page) => {
    await page.getByRole('button', { name: 'Actions for https://example.com/cuvee' }).first().click()
    await page.getByRole('menuitem', { name: 'Send test' }).click()
    await page.getByRole('button', { name: 'Actions for https://example.com/cuvee' }).first().click()
    await page.getByRole('menuitem', { name: 'Deliveries' }).click()
    await expect(page.getByRole('dialog', { name: 'Deliveries' }).getByText('Test').first()).toBeVisible()
  }),
  screen('channels', 'winery', '/notifications?tab=channels', async (page) => {
    await page.getByRole('button', { name: 'Add channel' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add channel' })
    await dialog.getByLabel('Name').fill('#tasting-room')
    await dialog.getByLabel('Webhook URL').fill('https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXX')
    await dialog.getByRole('button', { name: 'Add channel' }).click()
    await expect(page.getByText('Slack · Alerts · Morning summary')).toBeVisible()
  }),
  screen('channels-new', 'winery', '/notifications?tab=channels', async (page) => {
    await page.getByRole('button', { name: 'Add channel' }).click()
    await expect(page.getByRole('dialog', { name: 'Add channel' })).toBeVisible()
  }),
  screen('api-keys-none', 'newcomer', '/api-keys', (page) => expect(page.getByText('No API keys yet')).toBeVisible()),
  screen('audit-log-empty', 'newcomer', `${SETTINGS}/audit?action=services.sync`, (page) =>
    expect(page.getByText('No entries match these filters.')).toBeVisible(),
  ),
]
