import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountScope } from './account-scope.ts'
import { type Db, unscoped } from './database.ts'
import type { Schema } from './schema.gen.ts'

const db: Db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (base) => new PostgresIntrospector(base),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [accountScope],
})

interface Statement {
  execute(): Promise<unknown>
}

const dashboard = {
  id: 'd',
  account_id: 1,
  user_id: 'u',
  slug: 's',
  name: 'n',
  widgets: '[]',
  created_at: new Date(0),
  updated_at: new Date(0),
}

const rejected: Record<string, () => Statement> = {
  'a read': () => db.selectFrom('dashboards').selectAll(),
  'a read filtered by another column': () => db.selectFrom('dashboards').selectAll().where('id', '=', 'd'),
  'a read with the account in only one branch of an or': () =>
    db
      .selectFrom('dashboards')
      .selectAll()
      .where((eb) => eb.or([eb('account_id', '=', 1), eb('id', '=', 'd')])),
  'a read of all accounts but one': () => db.selectFrom('dashboards').selectAll().where('account_id', '!=', 1),
  'an update': () => db.updateTable('dashboards').set({ name: 'n' }).where('id', '=', 'd'),
  'a delete': () => db.deleteFrom('sessions').where('id', '=', 's'),
  'a join that scopes only one side': () =>
    db
      .selectFrom('dashboards as d')
      .innerJoin('users as u', 'u.id', 'd.user_id')
      .select('u.email')
      .where('d.account_id', '=', 1),
  'a subquery': () =>
    db
      .selectFrom('accounts')
      .selectAll()
      .where((eb) => eb.exists(eb.selectFrom('users').select('users.id').whereRef('users.id', '=', 'accounts.name'))),
  'a read in a common table expression': () =>
    db
      .with('all_users', (inner) => inner.selectFrom('users').select('id'))
      .selectFrom('all_users')
      .selectAll(),
  'an insert from a read': () =>
    db.insertInto('rate_limits').columns(['bucket']).expression(db.selectFrom('users').select('email')),
  'raw SQL': () => ({ execute: () => sql`select * from dashboards`.execute(db) }),
}

const attempt = async (statement: () => Statement): Promise<unknown> => statement().execute()

test.each(Object.entries(rejected))('security 22: rejects %s without the account id', async (_, statement) => {
  await expect(attempt(statement)).rejects.toMatchObject({ name: 'UnscopedStatement' })
})

const accepted: Record<string, () => Statement> = {
  'a read of the account': () => db.selectFrom('dashboards').selectAll().where('account_id', '=', 1),
  'a read under an alias': () => db.selectFrom('dashboards as d').selectAll().where('d.account_id', '=', 1),
  'conditions joined by and': () =>
    db
      .selectFrom('dashboards')
      .selectAll()
      .where((eb) => eb.and([eb('id', '=', 'd'), eb('account_id', '=', 1)])),
  'a join on the account': () =>
    db
      .selectFrom('dashboards as d')
      .innerJoin('users as u', (join) =>
        join.onRef('u.id', '=', 'd.user_id').onRef('u.account_id', '=', 'd.account_id'),
      )
      .select('u.email')
      .where('d.account_id', '=', 1),
  'an update': () => db.updateTable('dashboards').set({ name: 'n' }).where('account_id', '=', 1).where('id', '=', 'd'),
  'a delete': () => db.deleteFrom('sessions').where('account_id', '=', 1).where('id', '=', 's'),
  'an insert': () => db.insertInto('dashboards').values(dashboard),
  'a table without an account column': () => db.selectFrom('rate_limits').selectAll(),
  'an explicit unscoped() call': () => unscoped(db).selectFrom('users').selectAll().where('email', '=', 'a@b.example'),
}

test.each(Object.entries(accepted))('accepts %s with the account id', async (_, statement) => {
  await expect(attempt(statement)).resolves.toBeDefined()
})
