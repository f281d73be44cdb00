import { beforeEach, expect, test } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { sendDueReportsJob } from './send-schedule.ts'

/** noon in Los Angeles, and 7 AM on the next day */
const NOW = Date.UTC(2026, 5, 17, 19)
const DUE = Date.UTC(2026, 5, 18, 14)
const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const db = unscoped(t.deps.db)
let owner: Member

const post = (path: string, body: object) => t.call('POST', path, { token: owner.token, body })

beforeEach(async () => {
  t.clock.set(NOW)
  await db.deleteFrom('report_schedules').execute()
  owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
  const ordered = Date.UTC(2026, 5, 10, 20)
  const amounts = { 'Ann Lee': 1000, 'Bo Chen': 2000 }
  const orders = Object.entries(amounts).map(([team_member, amount]) =>
    orderRow({ source_id: team_member, team_member, ordered, subtotal: amount, total: amount }),
  )
  await t.load(owner.accountId, { orders })
})

const save = async (reportType: string, columns: readonly string[]): Promise<string> => {
  const body = { name: 'Sales', reportType, columns: columns.map((columnId) => ({ columnId })) }
  return (await post('/reports', body)).json().id
}
const schedule = (id: string, recipients: readonly string[]) =>
  post(`/reports/${id}/schedules`, { cadence: 'daily', hour: 7, recipients, ownRows: true, attachment: 'csv' })

test('each person gets the rows of the team member of their name, in the email and in its file', async () => {
  const people = [
    { firstName: 'Ann', lastName: 'Lee', amount: '10.00' },
    { firstName: 'Bo', lastName: 'Chen', amount: '20.00' },
    { firstName: 'Cy', lastName: 'Ode', amount: null },
  ]
  const members: Member[] = []
  for (const names of people) members.push(await addColleague(t, owner, ['User'], names))
  const id = await save('Orders', ['orderId', 'teamMember', 'total'])
  const made = await schedule(
    id,
    members.map(({ email }) => email),
  )
  expect([made.statusCode, made.json()]).toMatchObject([201, { ownRows: true }])
  t.clock.set(DUE)
  await runJob(sendDueReportsJob, t.deps)
  const mails = await db.selectFrom('outbox_mail').selectAll().where('subject', 'like', '%Sales%').execute()
  expect(mails).toHaveLength(3)
  for (const [place, { firstName, lastName, amount }] of people.entries()) {
    const mail = mails.find(({ to_address }) => to_address === members[place]?.email)
    const text = mail?.text ?? ''
    expect(text).toContain(`Only rows of team member ${firstName} ${lastName}.`)
    const found = people.filter((one) => one.amount !== null && text.includes(`$${one.amount}`))
    expect(found.map((one) => one.amount)).toEqual(amount === null ? [] : [amount])
    const file = await db
      .selectFrom('outbox_files')
      .selectAll()
      .where('id', '=', mail?.file_id ?? '')
      .executeTakeFirstOrThrow()
    const csv = file.content.toString('utf8')
    expect(people.filter((one) => csv.includes(`${one.firstName} ${one.lastName}`)).map((one) => one.amount)).toEqual(
      amount === null ? [] : [amount],
    )
  }
})

test('a report without team members has no own rows', async () => {
  const response = await schedule(await save('Inventory', ['sku', 'onHand']), [owner.email])
  expect([response.statusCode, response.json().errors?.[0]?.field]).toEqual([400, 'ownRows'])
})
