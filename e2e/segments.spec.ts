import { grid, lineage, waitForReport } from './kit/report.ts'
import { saveSegment } from './kit/segment-screens.ts'
import { expect, test } from './kit/test.ts'

test('saves the people of a cohort’s cell as a segment, and filters orders by it', async ({ page, winery, enter }) => {
  await enter(winery.session, '/reports/customers/cohorts')
  await waitForReport(page)
  await page.getByRole('main').getByRole('table').getByRole('button', { name: /%/ }).first().click()
  await expect(lineage(page).getByRole('table', { name: 'Records on this page' })).toBeVisible()
  await lineage(page).getByRole('button', { name: 'Save as segment…' }).click()
  await saveSegment(page, 'First cohort')

  const main = page.getByRole('main')
  await expect(main.getByRole('list', { name: 'Conditions' })).toContainText('First order')
  await expect(grid(page).getByRole('link').first()).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'Edit conditions' }).click()
  await expect(page.getByRole('heading', { name: 'New report' })).toBeVisible()
  await page.goto('/segments')
  await expect(page.getByRole('row', { name: /First cohort/ })).toBeVisible()
})
