import { expect } from 'vitest'
import type { CanonicalRow } from '#connectors/kit/connector.ts'
import { Run } from '#contract/runs.ts'
import { type ConnectionTest, Reconciliation } from '#contract/service-checks.ts'
import { Service } from '#contract/services.ts'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import type { TestApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { executeRun } from './execute-run.ts'
import { SyncChunk } from './sync/sync-chunk.ts'

/** A fake platform with a winery of known rows. */
export interface FakeWinery {
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
  /** the current rows of a synchronized warehouse */
  expected(): readonly CanonicalRow[]
}

/** Each poll runs five queries, so a shorter interval would slow down the sync. */
const POLL_INTERVAL_MS = 200

type Signed = Pick<Member, 'token' | 'accountId'>

/** A sale keeps the cost that its product had when it was first loaded, which one load of the present rows cannot know. */
const KEPT_COSTS = ['product_cost', 'cost_of_goods', 'costed_sales', 'uncosted_sales']

const rowsOfService = (table: string, id: string, left: readonly string[]): string => {
  const names = ['service_id', 'customer_service_id', 'source_updated_utc', ...left].map((name) => `'${name}'`)
  return `SELECT COLUMNS(name -> name NOT IN (${names.join(', ')})) FROM "${table}" WHERE service_id = '${id}'`
}

interface ComparedRows {
  /** costs of products have changed since the first load, so those of earlier sales are not compared; default: compared */
  readonly costsChanged?: boolean
}

/** Rows with their bytes as text, in which secrets can be looked for. */
export const readableRows = (rows: unknown): string =>
  JSON.stringify(rows, (_, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value))

/** Steps of a person who connects a platform on its own page, to which `consent` goes and from which it returns with a query. */
export const consentCalls = (t: TestApp, consent: (member: Member, body?: object) => Promise<string>) => {
  const finish = (member: Member, query: string) => t.call('POST', '/service/connected', { ...member, body: { query } })
  return {
    finish,
    register: () => t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' }),
    connected: async (member: Member, body?: object): Promise<Service> => {
      const response = await finish(member, await consent(member, body))
      if (response.statusCode !== 200) throw new Error(response.body)
      return Service.parse(response.json())
    },
    works: async (member: Member, id: string): Promise<boolean> =>
      (await t.call('POST', `/service/${id}/test`, { ...member, body: {} })).json<ConnectionTest>().ok,
    servicesOf: async (member: Member): Promise<Service[]> => (await t.call('GET', '/service', member)).json(),
  }
}

/** Common steps of tests of platform services. */
export const platformCalls = (t: TestApp) => {
  const serviceOf = async ({ token }: Signed, id: string): Promise<Service> =>
    Service.parse((await t.call('GET', `/service/${id}`, { token })).json())
  const connect = async ({ token }: Signed, type: string, winery: FakeWinery): Promise<Service> => {
    const settings = { ...winery.settings, ...winery.secrets }
    const body = { type, name: `My ${type}`, settings, syncEveryMinutes: null }
    const response = await t.call('POST', '/service', { token, body })
    if (response.statusCode !== 201) throw new Error(response.body)
    return Service.parse(response.json())
  }
  const start = async ({ token }: Signed, id: string, full = false): Promise<string> => {
    const response = await t.call('POST', `/service/${id}/sync`, { token, body: { full } })
    if (response.statusCode !== 202) throw new Error(response.body)
    return response.json<{ runId: string }>().runId
  }
  const ended = async ({ token }: Signed, id: string, runId: string): Promise<Run> => {
    for (;;) {
      const run = Run.parse((await t.call('GET', `/service/${id}/runs/${runId}`, { token })).json())
      if (run.status !== 'queued' && run.status !== 'running') return run
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    }
  }
  const sync = async (member: Signed, id: string, full = false): Promise<Run> =>
    ended(member, id, await start(member, id, full))
  /** The same without job workers: executes the run directly. */
  const syncHere = async (member: Signed, id: string, full = false): Promise<Run> => {
    const runId = await start(member, id, full)
    await executeRun(t.deps, { accountId: member.accountId, runId, signal: new AbortController().signal })
    return ended(member, id, runId)
  }

  const timeZone = 'America/Los_Angeles'
  const separateCustomers = (accountId: number, areSeparate: boolean) =>
    t.deps.warehouse.changeCalendar(accountId, { timeZone, separateCustomers: areSeparate })

  /** Loads the expected rows as a separate service, so that SQL can compare every column. */
  const stageExpected = async (accountId: number, serviceId: string, rows: readonly CanonicalRow[]) => {
    await t.deps.warehouse.removeService(accountId, serviceId)
    const chunk = new SyncChunk({})
    chunk.add({ read: 0, rows, removed: [], quarantined: [], total: null, next: {} })
    const load = await t.deps.warehouse.beginLoad({
      accountId,
      serviceId,
      batchId: t.deps.ids.next(),
      calendar: { timeZone },
      mode: 'merge',
    })
    const append = <T extends CanonicalTable>(table: T) => load.append(table, chunk.rowsIn(table))
    for (const table of chunk.tables()) await append(table)
    await load.commit()
  }

  /** All rows of every table with all columns, including derived ones, except the platform's update time. */
  const expectRows = async (
    { accountId }: Signed,
    serviceId: string,
    rows: readonly CanonicalRow[],
    { costsChanged = false }: ComparedRows = {},
  ): Promise<void> => {
    // The expected rows have the emails of the service’s customers, who would be joined with them.
    await separateCustomers(accountId, true)
    await stageExpected(accountId, 'expected', rows)
    const left = costsChanged ? KEPT_COSTS : []
    const only = (table: string, one: string, other: string): string =>
      `(${rowsOfService(table, one, left)}) EXCEPT ALL (${rowsOfService(table, other, left)})`
    const differing = CANONICAL_TABLE_NAMES.map((table) => {
      const [missing, extra] = [only(table, 'expected', serviceId), only(table, serviceId, 'expected')]
      return `SELECT '${table}' AS name WHERE EXISTS (${missing}) OR EXISTS (${extra})`
    })
    for (const [name] of await t.rows(accountId, differing.join(' UNION ALL '))) {
      const table = String(name)
      const missing = await t.rows(accountId, `${only(table, 'expected', serviceId)} ORDER BY source_id LIMIT 3`)
      const extra = await t.rows(accountId, `${only(table, serviceId, 'expected')} ORDER BY source_id LIMIT 3`)
      expect({ table, missing, extra }).toEqual({ table, missing: [], extra: [] })
    }
    await t.deps.warehouse.removeService(accountId, 'expected')
    await separateCustomers(accountId, false)
  }

  /** Compares every month that has orders or refunds with the platform's own totals; there are several. */
  const expectMonthlyTotals = async (member: Signed, id: string): Promise<void> => {
    const months = await t.rows(
      member.accountId,
      `SELECT strftime(ordered_local, '%Y-%m') AS month FROM orders WHERE service_id = '${id}' GROUP BY ALL ORDER BY month`,
    )
    expect(months.length).toBeGreaterThan(1)
    for (const [month] of months) {
      const answer = await t.call('GET', `/service/${id}/reconciliation?month=${month}`, { token: member.token })
      expect(Reconciliation.parse(answer.json())).toMatchObject({ month, differences: [], matches: true })
    }
  }

  return { serviceOf, connect, start, ended, sync, syncHere, expectRows, expectMonthlyTotals }
}
