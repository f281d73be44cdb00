import { expect, test } from 'vitest'
import { commerce7App } from './commerce7-app.fixture.ts'
import { notifySyncResult } from './notify-run-result.ts'
import { lockService } from './services.repo.ts'

const DAY = 86_400_000

const { t, fake, platform, connect, syncHere } = await commerce7App({ orders: 30 })

const notificationsFor = async ({ token }: { token: string }) =>
  (await t.call('GET', '/notification', { token })).json<{ kind: string; subject: string }[]>().map(({ kind }) => kind)

const subjectsOf = async (accountId: number) =>
  (await t.deps.db.selectFrom('notifications').select('subject').where('account_id', '=', accountId).execute()).map(
    ({ subject }) => subject,
  )

const mailedTo = async (address: string): Promise<string[]> =>
  (await t.mails()).filter(({ to }) => to === address).map(({ subject }) => subject)

const failing = async (member: { token: string; accountId: number }, id: string, times: number) => {
  fake.server.failNext({ status: 500 }, { times: 1_000 })
  for (let time = 0; time < times; time += 1) expect((await syncHere(member, id)).status).toBe('failed')
  fake.server.heal()
}

test('notifies once, also by email, when a service fails ten times in a row, and again when it recovers', async () => {
  const member = await t.register()
  const { id, name } = await connect(member, 'commerce7', platform)
  await failing(member, id, 10)
  expect(await notificationsFor(member)).toEqual(['syncFailed'])
  expect((await mailedTo(member.email)).filter((subject) => subject === `${name} couldn’t be synced`)).toHaveLength(1)

  t.clock.advance(60_000)
  expect((await syncHere(member, id)).status).toBe('succeeded')
  expect((await syncHere(member, id)).status).toBe('succeeded')
  expect(await notificationsFor(member)).toEqual(['syncRecovered', 'syncFailed'])

  t.clock.advance(60_000)
  await failing(member, id, 2)
  expect(await notificationsFor(member)).toEqual(['syncFailed', 'syncRecovered', 'syncFailed'])
})

test('notifies about rejected credentials after failures, with a link to enter them', async () => {
  const member = await t.register()
  const { id } = await connect(member, 'commerce7', platform)
  await failing(member, id, 1)
  t.clock.advance(60_000)
  fake.server.failNext({ status: 401 }, { times: 1_000 })
  for (let time = 0; time < 2; time += 1) await syncHere(member, id)
  fake.server.heal()
  expect(await notificationsFor(member)).toEqual(['serviceNeedsAttention', 'syncFailed'])
  const [newest] = (await t.call('GET', '/notification', member)).json<{ notificationId: string }[]>()
  const detail = (await t.call('GET', `/notification/${newest?.notificationId}`, member)).json<{ content: string }>()
  expect(detail.content).toContain(`(</admin/services/${id}/edit>)`)
})

test('notifies once two weeks and once three days before credentials expire', async () => {
  const member = await t.register()
  const { id } = await connect(member, 'commerce7', platform)
  const service = await lockService(t.deps.db, member.accountId, id)
  if (!service) throw new Error('the service is there')
  const credentialsEnd = t.clock.now() + 20 * DAY
  const notified = async (daysBefore: number) => {
    t.clock.set(credentialsEnd - daysBefore * DAY)
    for (let time = 0; time < 2; time += 1)
      await notifySyncResult(t.deps, t.deps.db, service, { kind: 'succeeded', credentialsEnd })
    return subjectsOf(member.accountId)
  }
  const subject = 'Credentials for My commerce7 expire soon'
  expect(await notified(15)).toEqual([])
  expect(await notified(14)).toEqual([subject])
  expect(await notified(4)).toEqual([subject])
  expect(await notified(3)).toEqual([subject, subject])
})
