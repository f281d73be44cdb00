import { Kysely, PostgresDialect, sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testPool } from '#testkit/test-database.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'

const { pool } = await testPool({ max: 4, isMigrated: false })
const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })

beforeEach(async () => {
  await pool.query('drop schema public cascade')
  await pool.query('create schema public')
})

const until = (id: string) =>
  migrations.slice(
    0,
    migrations.findIndex((migration) => migration.id === id),
  )

const CURSORS = { orders: { mode: 'changes', since: 1 }, customers: { mode: 'changes', since: 2 } }

/** A database as the release before a migration left it, with one service of each type. */
const databaseBefore = async (id: string, types: readonly string[]): Promise<void> => {
  await migrate(db, until(id))
  await sql`insert into accounts (name, account_type, is_trial, default_culture, culture, time_zone, currency, created_at)
    values ('Cellar', 'Pro', false, 'en-US', 'en-US', 'UTC', 'USD', now())`.execute(db)
  for (const type of types) {
    await sql`insert into services (id, account_id, type, name, cursors, created_at, updated_at)
      select ${type}, id, ${type}, ${type}, ${JSON.stringify(CURSORS)}, now(), now() from accounts`.execute(db)
  }
}

const cursorsByType = async (): Promise<Record<string, unknown>> => {
  const { rows } = await pool.query<{ type: string; cursors: unknown }>('select type, cursors from services')
  return Object.fromEntries(rows.map(({ type, cursors }) => [type, cursors]))
}

const PLATFORMS = ['bigcommerce', 'commerce7', 'shopify', 'square', 'toast', 'winedirect', 'woocommerce']
const OTHERS = ['csv', 'sftp', 'mailchimp']

test.each([
  ['0048-order-money', PLATFORMS],
  ['0051-shopify-refunds', ['shopify']],
  ['0054-order-parts', ['bigcommerce', 'commerce7', 'winedirect', 'woocommerce']],
  ['0055-orders-anew', ['shopify', 'square', 'toast']],
])('%s: only orders of these platforms are read again, and nothing else of them', async (id, platforms) => {
  const types = [...PLATFORMS, ...OTHERS]
  await databaseBefore(id, types)
  const migration = migrations.find((one) => one.id === id)
  expect(await migrate(db, [...until(id), ...(migration ? [migration] : [])])).toEqual([id])
  const { customers } = CURSORS
  expect(await cursorsByType()).toEqual(
    Object.fromEntries(types.map((type) => [type, platforms.includes(type) ? { customers } : CURSORS])),
  )
})
