import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { field } from './kit/actions.ts'
import { tile, toast } from './kit/dashboard.ts'
import { expect, test } from './kit/test.ts'

// A trace fetches blob images of the page, which the content security policy forbids.
test.use({ trace: 'off' })

const SETTINGS = '/admin/settings'

const main = (page: Page) => page.getByRole('main')
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Unsaved changes' })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** First and last day of the current fiscal year from July, in US format. */
const fiscalYear = (): RegExp => {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Los_Angeles' })
  const [year = 0, month = 0] = today.split('-').map(Number)
  const first = month >= 7 ? year : year - 1
  return new RegExp(`Jul 1, ${first} – Jun 30, ${first + 1}`)
}

test('report dates follow the fiscal year, and unsaved changes survive a reload', { tag: '@full' }, async ({
  page,
  api,
  enter,
}) => {
  const { session } = await api.register({ timeZone: 'America/Los_Angeles' })
  await enter(session, SETTINGS)
  await field(page, 'Name').fill('Oak Hill Estate')
  await page.getByLabel('First month of the fiscal year').selectOption('July')
  await bar(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('First month of the fiscal year')).toHaveValue('1')
  await bar(page).getByRole('button', { name: 'Redo' }).click()
  await expect(page.getByLabel('First month of the fiscal year')).toHaveValue('7')

  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.reload()
  await expect(page.getByText('Unsaved changes restored')).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Oak Hill Estate')

  await bar(page).getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Numbers will change' })
  await expect(dialog).toContainText('First month of the fiscal year: July')
  await dialog.getByRole('button', { name: 'Save and change numbers' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
  await expect(menu(page)).toContainText('Oak Hill Estate')
  await expect(bar(page)).toHaveCount(0)

  await page.goto('/reports/orders/by-sales-channel')
  await expect(page.getByRole('status').filter({ hasText: fiscalYear() })).toBeVisible()
  await page.goto(`${SETTINGS}/audit`)
  await expect(page.getByRole('row', { name: /Changed settings/ })).toBeVisible()
})

test('finds a time zone by city, and shows a server error next to its field', { tag: '@full' }, async ({
  page,
  api,
  enter,
  watch,
}) => {
  watch.expectConsole(/status of 400/)
  const { session } = await api.register({ timeZone: 'America/Los_Angeles' })
  await enter(session, SETTINGS)
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.click()
  await page.keyboard.type('paris')
  await page.getByRole('option', { name: /Europe \/ Paris/ }).click()
  await expect(zone).toHaveAccessibleDescription(/Central European/)

  await page.route('**/api/account', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 400,
          json: { errors: [{ code: 'request.invalid', message: 'Unknown time zone', field: 'timeZone' }] },
        })
      : route.fallback(),
  )
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save and change numbers' }).click()
  await expect(toast(page, 'Unknown time zone')).toBeVisible()
  await expect(zone).toHaveAccessibleDescription(/Unknown time zone/)

  await page.unroute('**/api/account')
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save and change numbers' }).click()
  await expect(toast(page, 'Settings saved')).toBeVisible()
})

test('a definition shows its effect on last month, and every number follows it', async ({
  page,
  api,
  winery,
  enter,
}) => {
  await enter(winery.session, `${SETTINGS}#definitions`)
  await page.getByText('Net sales Goods only').click()
  const choice = page.getByRole('radiogroup', { name: 'Net sales' })
  await expect(choice.getByRole('radio', { name: /Goods only · current \$/ })).toBeChecked()
  await choice.getByRole('radio', { name: /^Goods and shipping \$/ }).check()
  await bar(page).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save and change numbers' }).click()
  await expect(page.getByText('Net sales Goods and shipping')).toBeVisible()
  const definitions = { netSales: 'goods' }
  const token = winery.session.access_token
  await api.send('PUT', '/account', { token, body: { id: winery.accountId, definitions } })
})

const createImage = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: '#8b1e3f' } })
    .png()
    .toBuffer()

test('previews a logo before use, and rejects a file that is not an image with a reason', { tag: '@full' }, async ({
  page,
  api,
  enter,
}) => {
  const { session } = await api.register({ accountName: 'Oak Hill' })
  await enter(session, SETTINGS)
  const input = page.getByLabel('Logo file')
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await input.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: script })
  await expect(page.getByRole('alert')).toContainText('logo.svg can’t be used. Choose a JPEG, PNG, or WebP image.')
  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: script })
  await expect(page.getByRole('alert')).toContainText('logo.png couldn’t be read as an image')

  await input.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await createImage(400, 200) })
  await page.getByRole('dialog', { name: 'Use this logo?' }).getByRole('button', { name: 'Use logo' }).click()
  await expect(toast(page, 'Logo saved')).toBeVisible()
  await expect(main(page).getByRole('img', { name: 'Logo of Oak Hill' })).toBeVisible()
  await expect(menu(page).locator('img[src*="/picture/"]')).toBeVisible()
  await page.getByRole('link', { name: 'Cuvee, home' }).click()
  await expect(tile(page, 'Logo').getByRole('img', { name: 'Oak Hill' })).toBeVisible()

  await page.goto(SETTINGS)
  await page.getByRole('button', { name: 'Remove logo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove logo' }).click()
  await expect(menu(page).locator('img')).toHaveCount(0)
})

test('downloads all account data as a zip file', { tag: '@full' }, async ({ page, winery, enter }) => {
  await enter(winery.session, `${SETTINGS}#data`)
  const download = page.waitForEvent('download', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Export all data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.zip$/)
  // Signature of a zip file.
  expect((await readFile(await file.path())).subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'))
  await expect(toast(page, 'Data downloaded')).toBeVisible()
})

test('an owner deletes the account with a password, sees the date on every page, and cancels the deletion', {
  tag: '@full',
}, async ({ page, api, enter, watch }) => {
  watch.expectConsole(/status of 400/)
  const { session, password } = await api.register({ accountName: 'Oak Hill' })
  await enter(session, `${SETTINGS}#deletion`)
  await page.getByRole('button', { name: /^Delete account/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Oak Hill?' })
  await dialog.getByRole('textbox', { name: 'Your password' }).fill('Wrong&Pass1')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(dialog).toContainText('Your current password is incorrect')
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()

  const banner = page.getByRole('status').filter({ hasText: 'This account will be permanently deleted' })
  await expect(banner).toContainText(/permanently deleted on \w+ \d+, \d{4}, in (30|29) days/)
  await page.getByRole('link', { name: 'Cuvee, home' }).click()
  await banner.getByRole('button', { name: 'Restore account' }).click()
  await expect(toast(page, 'Account restored')).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('hides settings from users who are not administrators', { tag: '@full' }, async ({ page, api, enter, server }) => {
  const { email, password } = await api.register()
  await server.operate('account', email, '--roles', 'User')
  await enter(await api.signIn(email, password), `${SETTINGS}/audit`)
  await expect(page).toHaveURL('/error/unauthorized')
})
