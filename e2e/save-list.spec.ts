import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { SaveList } from '#contract/save-list.ts'
import { waitForAnalysis } from './kit/api.ts'
import { toast } from './kit/dashboard.ts'
import { PHONE } from './kit/screen.ts'
import { expect, test } from './kit/test.ts'

const main = (page: Page) => page.getByRole('main')
const filter = (page: Page) => main(page).getByLabel('Which members')
const panel = (page: Page) => page.getByRole('dialog')
const history = (page: Page) => panel(page).getByRole('list', { name: 'History' })

/** Reaches an element with the Tab key only. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => document.activeElement?.textContent ?? '')
    if (label === name) return
  }
  throw new Error(`Tab does not reach ${name}`)
}

test('a member is called by keyboard: opened, logged, taken back and logged again', async ({
  page,
  api,
  winery,
  enter,
}) => {
  test.slow()
  const token = winery.session.access_token
  await waitForAnalysis(api, token)
  const { members } = await api.call(SaveList, 'GET', '/save-list', { token })
  const member = members.find(({ steps }) => steps.length === 0)
  if (member === undefined) throw new Error('Every member was called')
  const open = members.filter(({ steps }) => steps.length === 0).length
  await enter(winery.session, '/ai/save-list?show=open')
  await expect(filter(page).locator('option:checked')).toHaveText(`Not called (${open})`)
  await tabTo(page, member.name)
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('heading', { name: member.name })).toBeVisible()
  await panel(page).getByLabel('Note').fill('Prefers white wine')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)

  await page.reload()
  await main(page).getByRole('button', { name: member.name, exact: true }).click()
  await expect(panel(page).getByLabel('Note')).toHaveValue('Prefers white wine')
  await panel(page).getByLabel('Note').press('Tab')
  await page.keyboard.press('Enter')
  await expect(history(page).getByRole('listitem')).toContainText('Prefers white wine')
  await expect(panel(page).getByLabel('Note')).toHaveValue('')
  await toast(page, 'Logged').getByRole('button', { name: 'Undo' }).click()
  await expect(history(page).getByRole('listitem')).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Log call' }).click()
  await expect(history(page).getByRole('listitem')).toContainText('Called')
  await expect(panel(page).getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Next member' }).click()
  const [next] = members.slice(members.indexOf(member) + 1).filter(({ steps }) => steps.length === 0)
  await expect(panel(page).getByRole('heading', { name: next?.name ?? '' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(filter(page).locator('option:checked')).toHaveText(`Not called (${open - 1})`)
})

test('on a phone a card is assigned, and the exported list says who calls', async ({ page, api, winery, enter }) => {
  const token = winery.session.access_token
  await waitForAnalysis(api, token)
  await page.setViewportSize(PHONE)
  const { members } = await api.call(SaveList, 'GET', '/save-list', { token })
  const member = members.find(({ assignee }) => assignee === null)
  await enter(winery.session, '/ai/save-list')
  await main(page)
    .getByRole('button', { name: `Assign who calls ${member?.name}`, exact: true })
    .click()
  await page.getByRole('menuitem', { name: '(you)' }).click()
  await expect(toast(page, 'Assigned')).toBeVisible()
  await filter(page).selectOption('mine')
  await expect(main(page).getByRole('button', { name: member?.name ?? '', exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await main(page).getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(members.length + 1)
  expect(lines.find((line) => line.startsWith(`${member?.name},${member?.club}`))).toContain('Dana Cellars')
})
