import { expect, test } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { commerce7App } from '../commerce7-app.fixture.ts'

const { t, member, platform, connect, syncHere } = await commerce7App()

const isFull = async (runId: string): Promise<unknown> => {
  const { request } = await unscoped(t.deps.db)
    .selectFrom('service_runs')
    .select('request')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  return request
}

test('starts a full read after a change of the account’s time zone', async () => {
  const { id } = await connect(member, 'commerce7', platform)
  const asked: unknown[] = []
  const sync = async () => {
    const run = await syncHere(member, id)
    expect(run.status).toBe('succeeded')
    asked.push(await isFull(run.id))
  }
  await sync()
  await sync()
  const body = { id: member.accountId, timeZone: 'Europe/Paris' }
  expect((await t.call('PUT', '/account', { token: member.token, body })).statusCode).toBe(200)
  await sync()
  await sync()
  expect(asked).toEqual([{ full: true }, { full: false }, { full: true }, { full: false }])
})
