import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Fault } from '#connectors/kit/fake-server.fixture.ts'
import type { Run } from '#contract/runs.ts'
import { inTransaction, unscoped } from '#server/db/database.ts'
import { outlastOutage } from '#server/jobs/outlast-outage.ts'
import { volume } from '#testkit/lane.ts'
import { commerce7App } from './commerce7-app.fixture.ts'
import { executeRun } from './execute-run.ts'
import { lockService } from './services.repo.ts'

const RUNS = volume({ normal: 2, full: 50 })
const SEED = Number(process.env.CUVEE_FAULT_SEED ?? 4711)

const { t, clock, winery, fake, member, platform, connect, start, ended, syncHere, serviceOf, expectRows } =
  await commerce7App()

/** Lehmer random number generator: reproducible by its seed. */
const randomOf = (seed: number) => {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const random = randomOf(SEED)
const below = (limit: number): number => Math.floor(random() * limit)

const FAULTS: readonly Fault[] = [
  'hang',
  'reset',
  'cut',
  'empty',
  'html',
  { status: 429, headers: { 'retry-after': '2' } },
  { status: 429 },
  { status: 500 },
  { status: 503, headers: { 'retry-after': '1' } },
  { status: 401 },
  { edit: (body) => body.replace(/"(orders|customers|products|clubs|trash|reservations)":/, '"things":') },
  { edit: (body) => body.slice(0, -3) },
  { edit: (body) => body.replace(/"cursor":"[^"]+"/, '"cursor":"start"') },
]

const plan = (): void => {
  for (let fault = below(4); fault > 0; fault -= 1) {
    const place = below(30)
    let calls = 0
    const when = () => calls++ >= place
    fake.server.failNext(FAULTS[below(FAULTS.length)] ?? 'reset', { times: 1 + below(6), when })
  }
  if (random() < 0.3) fake.duplicateNextPage()
}

const isConsistent = ({ status, errors, counts, finishedUtc }: Run): boolean => {
  const addsUp = (counts.read ?? 0) === (counts.accepted ?? 0) + (counts.rejected ?? 0)
  return finishedUtc !== null && addsUp && (status === 'succeeded' ? errors.length === 0 : errors.length === 1)
}

test(`F10-F18: ${RUNS} syncs with random platform failures (seed ${SEED}) end with correct rows and run records`, async () => {
  const { id } = await connect(member, 'commerce7', platform)
  const ends = { succeeded: 0, failed: 0 }
  for (let round = 1; round <= RUNS; round += 1) {
    if (round > 1) winery.change(1)
    plan()
    const run = await syncHere(member, id, random() < 0.2)
    fake.server.heal()
    const { state, problem } = await serviceOf(member, id)
    expect([round, run.status, isConsistent(run)]).toEqual([round, expect.stringMatching(/^(succeeded|failed)$/), true])
    if (run.status === 'succeeded') {
      ends.succeeded += 1
      expect([round, state, problem]).toEqual([round, 'idle', null])
      await expectRows(member, id, platform.expected())
    } else {
      ends.failed += 1
      expect([round, problem]).toEqual([round, run.errors[0]?.message])
      expect(state).toMatch(/^(failing|needsAttention)$/)
    }
    clock.advance(30_000)
  }
  const healed = await syncHere(member, id)
  expect(healed).toMatchObject({ status: 'succeeded', errors: [] })
  await expectRows(member, id, platform.expected())
  if (RUNS >= 50) expect(Math.min(ends.succeeded, ends.failed)).toBeGreaterThan(5)
}, 600_000)

const END_WAITING = sql<{ ended: boolean }>`select pg_terminate_backend(pid) as ended from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

test('F8: a sync whose database connection ends in a statement goes on in the same run', async () => {
  const { id } = await connect(member, 'commerce7', platform)
  const runId = await start(member, id)
  const { signal } = new AbortController()
  const synced = outlastOutage(() => executeRun(t.deps, { accountId: member.accountId, runId, signal }), signal)
  await inTransaction(t.deps.db, async (trx) => {
    await lockService(trx, member.accountId, id)
    await vi.waitFor(async () => expect((await END_WAITING.execute(unscoped(trx))).rows).toEqual([{ ended: true }]), {
      timeout: 10_000,
      interval: 10,
    })
  })
  await synced
  expect(await ended(member, id, runId)).toMatchObject({ status: 'succeeded', errors: [] })
  await expectRows(member, id, platform.expected())
})
