import type { AlertInput } from '#contract/alerts.ts'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import { unscoped } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { checkAlerts } from './check-alerts.ts'

/** noon in Los Angeles on Saturday, May 4, 2030: later than the warehouse's own clock, so that syncs date the data */
const NOW = Date.UTC(2030, 4, 4, 19)

interface Sale {
  readonly id: string
  /** local noon of this day of May 2030 */
  readonly day: number
  /** minor units */
  readonly total: number
  readonly channel?: 'pos' | 'web'
}

export const yesterdaysTotal: ReportDefinitionInput = {
  reportType: 'Orders',
  columns: [{ columnId: 'total' }],
  groupColumns: ['channel'],
  filters: [{ columnId: 'channel', comparison: 'Equal', value: 'pos' }],
  relativeDateFilter: { relativeRange: 'Yesterday', columnName: 'OrderDate' },
}

/** Fires when yesterday’s sales of the tasting room are below $1,000.00. */
export const alert = (change: Partial<AlertInput> = {}): AlertInput => ({
  name: 'Tasting room',
  definition: yesterdaysTotal,
  condition: { kind: 'below', value: 1000 },
  ...change,
})

/** An app, and calls on the alerts of the owner that `start` registers before each test. */
export const alertApp = async () => {
  const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
  const db = unscoped(t.deps.db)
  const never = new AbortController().signal
  let owner: Member

  /** Sets the clock to `NOW` and registers a new account. */
  const start = async (): Promise<Member> => {
    t.clock.set(NOW)
    owner = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
    return owner
  }

  /** Loads orders and records a sync at the time of the test's clock. */
  const load = async (sales: readonly Sale[]) => {
    const orders = sales.map(({ id, day, total, channel = 'pos' }) =>
      orderRow({ source_id: id, channel, ordered: Date.UTC(2030, 4, day, 19), subtotal: total, total }),
    )
    await t.load(owner.accountId, { orders })
    const now = new Date(t.clock.now())
    const id = `service-${owner.accountId}`
    await db
      .insertInto('services')
      .values({
        id,
        account_id: owner.accountId,
        type: 'csv',
        name: 'x',
        created_at: now,
        updated_at: now,
        last_synced_at: now,
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_synced_at: now }))
      .execute()
  }

  const check = () => checkAlerts(t.deps, owner.accountId, never)

  const fresh = async () => (await t.signIn(owner.email, owner.password)).access_token
  const post = async (body: AlertInput) => t.call('POST', '/alerts', { token: await fresh(), body })
  const create = async (body: AlertInput): Promise<string> => (await post(body)).json().id
  const list = async () => (await t.call('GET', '/alerts', { token: await fresh() })).json()
  const events = async (id: string) => (await t.call('GET', `/alerts/${id}/events`, { token: await fresh() })).json()
  const notices = async ({ userId }: Member = owner) =>
    (
      await db
        .selectFrom('notifications')
        .select(['subject', 'content'])
        .where((eb) => eb.and({ user_id: userId, kind: 'alert' }))
        .orderBy('created_at')
        .execute()
    ).map(({ subject, content }) => ({ subject, content: content ?? '' }))

  return { t, db, never, start, load, check, fresh, post, create, list, events, notices }
}
