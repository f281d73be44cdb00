import { expect, type Page } from '@playwright/test'

/** Opens the newest link that was mailed to the address under the subject. */
export const openMailedLink = async (page: Page, to: string, subject: string): Promise<void> => {
  const link = page
    .getByRole('article')
    .filter({ hasText: `To ${to}` })
    .filter({ hasText: subject })
    .getByRole('link')
  await expect(async () => {
    await page.goto('/outbox')
    await expect(link.first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await link.first().click()
}
