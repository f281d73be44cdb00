import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './kit/test.ts'

const field = (page: Page) =>
  page.getByRole('textbox', { name: 'Search or ask' }).or(page.getByRole('combobox', { name: 'Search or ask' }))

const open = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

test('a page is found and opened with the keyboard alone', async ({ page, winery, enter }) => {
  await enter(winery.session, '/profile')
  await open(page)
  await page.keyboard.type('top customers')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/reports\/customers\/top-customers/)
})

test('a question is answered with its proof, and opens as a report', async ({ page, winery, enter }) => {
  await enter(winery.session, '/profile')
  await open(page)
  await page.keyboard.type('net sales this year')
  await page.getByRole('button', { name: /^Ask/ }).click()
  const answer = page.getByRole('region', { name: 'Answer', exact: true })
  await expect(answer).toContainText('Net sales,')
  await expect(answer).toContainText('matches')
  const { violations } = await new AxeBuilder({ page }).include('[role="dialog"]').analyze()
  expect(violations).toEqual([])
  await page.getByRole('button', { name: /Open as report/ }).click()
  await expect(page).toHaveURL(/\/reports\/my\/new\?definition=/)
})

test('what is not understood is named, and a word like it asks again', async ({ page, winery, enter }) => {
  await enter(winery.session, '/profile')
  await open(page)
  await page.keyboard.type('sales by chanel')
  await page.getByRole('button', { name: /^Ask/ }).click()
  await expect(page.getByText('Not understood: “chanel”. Nothing was guessed.')).toBeVisible()
  await page.getByRole('button', { name: 'channel', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Answer', exact: true })).toContainText('by sales channel')
})

test('a question mark lists the shortcuts', async ({ page, winery, enter }) => {
  await enter(winery.session, '/profile')
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})
