import { ReportResult } from '#contract/reports.ts'
import { grid, lineage, waitForReport } from './kit/report.ts'
import { saveSegment } from './kit/segment-screens.ts'
import { expect, test } from './kit/test.ts'

test('saves the people of a cohort’s cell as a segment, and tags them in Mailchimp', async ({
  page,
  api,
  winery,
  mailchimp,
  enter,
}) => {
  const token = winery.session.access_token
  const call = (path: string, body: object) =>
    fetch(`${api.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const service = { type: 'mailchimp', name: 'Mail', settings: mailchimp.settings, syncEveryMinutes: null }
  expect((await call('/service', service)).status).toBe(201)

  await enter(winery.session, '/reports/customers/cohorts')
  await waitForReport(page)
  await page.getByRole('main').getByRole('table').getByRole('button', { name: /\$/ }).first().click()
  await expect(lineage(page).getByRole('table', { name: 'Records on this page' })).toBeVisible()
  await lineage(page).getByRole('button', { name: 'Save as segment…' }).click()
  await saveSegment(page, 'First cohort')

  const main = page.getByRole('main')
  await expect(main.getByRole('list', { name: 'Conditions' })).toContainText('First order')
  await expect(grid(page).getByRole('link').first()).toBeVisible()
  const columnId = `segment_${page.url().split('/').at(-1)}`
  const definition = {
    reportType: 'Customers',
    columns: [{ columnId: 'email' }],
    filters: [
      { columnId, comparison: 'IsTrue' },
      { columnId: 'email', comparison: 'IsNotNull' },
    ],
  }
  const { rows, rowCount } = ReportResult.parse(
    await (await call('/reports/query', { definition, pageSize: 3 })).json(),
  )
  const [first, second, third] = rows.map(([email]) => String(email))
  mailchimp.people.push(
    { email: first ?? '', status: 'subscribed', tags: [] },
    { email: second ?? '', status: 'unsubscribed', tags: [] },
    { email: third ?? '', status: 'pending', tags: [] },
    { email: 'gone@mail.example', status: 'subscribed', tags: ['First cohort'] },
  )

  const send = main.getByRole('region', { name: 'Last run' })
  await main.getByRole('button', { name: 'Dry run' }).click()
  await expect(send.getByRole('status')).toContainText('Dry run · Wine Club')
  const count = (title: string) => send.getByText(title, { exact: true }).locator('..').locator('dd')
  await expect(count('To be tagged')).toHaveText('1')
  await expect(count('Tag to be removed')).toHaveText('1')
  await expect(count('Unsubscribed or bounced')).toHaveText('1')
  await expect(count('No consent')).toHaveText('1')
  await expect(count('Not in the audience')).toHaveText(String(rowCount - 3))
  expect(mailchimp.people.flatMap(({ tags }) => tags)).toEqual(['First cohort'])

  await send.getByRole('button', { name: 'Send to Mailchimp' }).click()
  await expect(send.getByRole('status')).toContainText('Sent · Wine Club')
  expect(mailchimp.people.map(({ tags }) => tags.length)).toEqual([1, 0, 0, 0])

  await main.getByRole('link', { name: 'Edit conditions' }).click()
  await expect(page.getByRole('heading', { name: 'Segment conditions' })).toBeVisible()
  await page.goto('/segments')
  await expect(page.getByRole('row', { name: /First cohort/ })).toBeVisible()
})

test('a new segment starts from a list of conditions, which can be changed before it is saved', async ({
  page,
  winery,
  enter,
}) => {
  await enter(winery.session, '/segments')
  await page.getByRole('button', { name: 'New segment' }).click()
  await page.getByRole('menuitem', { name: 'Members with no order in 180 days' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Segment conditions' })).toBeVisible()
  await main.getByRole('button', { name: 'Remove filter: Club member is Yes' }).click()
  await page.keyboard.press('Control+s')
  await saveSegment(page, 'Quiet')
  await expect(main.getByRole('list', { name: 'Conditions' })).toHaveText(
    'People who didn’t order in the last 180 days',
  )
})
