import { expect, test } from 'vitest'
import { commerce7App } from './commerce7-app.fixture.ts'
import { notifySyncResult } from './notify-run-result.ts'
import { lockService } from './services.repo.ts'

const DAY = 86_400_000

const { t, fake, platform, connect, syncHere } = await commerce7App({ orders: 30 })

const toldTo = async ({ token }: { token: string }) =>
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

test('a service that fails ten times in a row is told of once, by mail too, until it works again', async () => {
  const member = await t.register()
  const { id, name } = await connect(member, 'commerce7', platform)
  await failing(member, id, 10)
  expect(await toldTo(member)).toEqual(['syncFailed'])
  expect((await mailedTo(member.email)).filter((subject) => subject === `${name} couldn’t be synced`)).toHaveLength(1)

  t.clock.advance(60_000)
  expect((await syncHere(member, id)).status).toBe('succeeded')
  expect((await syncHere(member, id)).status).toBe('succeeded')
  expect(await toldTo(member)).toEqual(['syncRecovered', 'syncFailed'])

  t.clock.advance(60_000)
  await failing(member, id, 2)
  expect(await toldTo(member)).toEqual(['syncFailed', 'syncRecovered', 'syncFailed'])
})

test('credentials that are refused after failures are told of on top of them, with the way to enter them', async () => {
  const member = await t.register()
  const { id } = await connect(member, 'commerce7', platform)
  await failing(member, id, 1)
  t.clock.advance(60_000)
  fake.server.failNext({ status: 401 }, { times: 1_000 })
  for (let time = 0; time < 2; time += 1) await syncHere(member, id)
  fake.server.heal()
  expect(await toldTo(member)).toEqual(['serviceNeedsAttention', 'syncFailed'])
  const [newest] = (await t.call('GET', '/notification', member)).json<{ notificationId: string }[]>()
  const detail = (await t.call('GET', `/notification/${newest?.notificationId}`, member)).json<{ content: string }>()
  expect(detail.content).toContain(`(</admin/services/${id}/edit>)`)
})

test('credentials that end are told of two weeks and three days before, once each', async () => {
  const member = await t.register()
  const { id } = await connect(member, 'commerce7', platform)
  const service = await lockService(t.deps.db, member.accountId, id)
  if (!service) throw new Error('the service is there')
  const credentialsEnd = t.clock.now() + 20 * DAY
  const told = async (daysBefore: number) => {
    t.clock.set(credentialsEnd - daysBefore * DAY)
    for (let time = 0; time < 2; time += 1)
      await notifySyncResult(t.deps, t.deps.db, service, { kind: 'succeeded', credentialsEnd })
    return subjectsOf(member.accountId)
  }
  const subject = 'Credentials for My commerce7 expire soon'
  expect(await told(15)).toEqual([])
  expect(await told(14)).toEqual([subject])
  expect(await told(4)).toEqual([subject])
  expect(await told(3)).toEqual([subject, subject])
})
