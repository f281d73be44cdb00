import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openDatabase, unscoped } from '#server/db/database.ts'
import { testPool } from '#testkit/test-database.ts'
import { createEventBus, defineEvent, subscribe } from './events.ts'

const { pool } = await testPool()
// The test table has no account column.
const db = unscoped(openDatabase(pool))

await sql`create table event_test (note text not null)`.execute(db)
beforeEach(async () => {
  await sql`delete from event_test`.execute(db)
})

const noted = defineEvent<{ text: string }>('test.noted')
const ignored = defineEvent<{ text: string }>('test.ignored')

const write = (prefix: string) =>
  subscribe(noted, async (deps: { db: typeof db }, { text }) => {
    await sql`insert into event_test (note) values (${`${prefix} ${text}`})`.execute(deps.db)
  })

const failing = subscribe(noted, async () => {
  throw new Error('subscriber failed')
})

const readNotes = async () => {
  const { rows } = await sql<{ note: string }>`select note from event_test order by ctid`.execute(db)
  return rows.map(({ note }) => note)
}

test('runs the subscribers of an event in order, in the transaction of the publisher', async () => {
  const bus = createEventBus([write('first'), write('second')], () => ({ db }))
  await db.transaction().execute(async (trx) => {
    await bus.publish(trx, noted, { text: 'a' })
    await bus.publish(trx, ignored, { text: 'b' })
    expect(await readNotes()).toEqual([])
  })
  expect(await readNotes()).toEqual(['first a', 'second a'])
})

test('rolls back the transaction when a subscriber fails', async () => {
  const bus = createEventBus([write('first'), failing], () => ({ db }))
  const publishing = db.transaction().execute((trx) => bus.publish(trx, noted, { text: 'a' }))
  await expect(publishing).rejects.toThrow('subscriber failed')
  expect(await readNotes()).toEqual([])
})

test('rejects publishing outside a transaction', async () => {
  const bus = createEventBus([], () => ({ db }))
  await expect(bus.publish(db, noted, { text: 'a' })).rejects.toThrow('outside a transaction')
})
