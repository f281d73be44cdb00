import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { ACCOUNT_OWNED } from '#server/db/tables.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { accountPaths } from '#warehouse/duckdb/paths.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

// Each round starts several processes.
vi.setConfig({ testTimeout: 600_000 })

const ROUNDS = 20
const ACCOUNTS = 4
const LONGEST_LIFE_MS = 250
const PROGRAM = fileURLToPath(new URL('purging-process.fixture.ts', import.meta.url))

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const db = unscoped(t.deps.db)

const register = async (): Promise<Member> => {
  const member = await t.register()
  await t.call('POST', '/dashboards', { token: member.token, body: { name: 'Sales' } })
  await t.load(member.accountId, { orders: [orderRow()] }, { timeZone: 'UTC' })
  return member
}

const countRows = async ({ accountId }: Member): Promise<number> => {
  const counts = await Promise.all(
    ACCOUNT_OWNED.map(async (table) => {
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
        where account_id = ${accountId}`.execute(db)
      return Number(rows[0]?.count)
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

const fileOf = ({ accountId }: Member): string => accountPaths(t.deps.paths.root, accountId).file

/** Runs a purge; with a lifetime in milliseconds, it is killed then. */
const purge = async (lifetimeMs: number | null): Promise<void> => {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(t.connection), t.deps.paths.root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), exited])
  if (lifetimeMs !== null) {
    await sleep(lifetimeMs)
    child.kill('SIGKILL')
  }
  await exited
}

test('F1: a purge that is killed repeatedly ends with nothing of its accounts and all of another', async () => {
  const other = await register()
  const [rows, bytes] = [await countRows(other), readFileSync(fileOf(other))]
  for (let round = 0; round < ROUNDS; round += 1) {
    const due = await Promise.all(Array.from({ length: ACCOUNTS }, register))
    await db
      .updateTable('accounts')
      .set({ deleted_at: new Date('2026-01-01') })
      .where(
        'id',
        'in',
        due.map(({ accountId }) => accountId),
      )
      .execute()
    await purge(Math.random() * LONGEST_LIFE_MS)
    await purge(null)
    for (const member of due) expect([await countRows(member), existsSync(fileOf(member))]).toEqual([0, false])
    expect([await countRows(other), readFileSync(fileOf(other)).equals(bytes)]).toEqual([rows, true])
  }
})
