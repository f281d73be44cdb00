import { expect, test } from 'vitest'
import { presentError } from '#server/http/present-error.ts'
import { SETTINGS_COLUMNS, toAccountSettings } from '#server/modules/accounts/index.ts'
import { testApp } from '#testkit/test-app.ts'
import { customerRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { loadAnalyticsSettings } from './analytics-settings.ts'
import { withConsistentVersion } from './query-session.ts'

const t = await testApp({ runsJobs: false })
const { accountId } = await t.register()
const row = await t.deps.db
  .selectFrom('accounts')
  .select(SETTINGS_COLUMNS)
  .where('id', '=', accountId)
  .executeTakeFirstOrThrow()
const settings = await loadAnalyticsSettings(t.deps, { accountId, account: toAccountSettings(row) })

const addCustomer = async (): Promise<void> => {
  const batchId = t.deps.ids.next()
  await t.load(
    accountId,
    { customers: [customerRow({ source_id: batchId })] },
    { serviceId: 'till', timeZone: settings.timeZone },
  )
}

const ALL_CUSTOMERS = {
  reportType: 'Customers',
  grain: 'groups' as const,
  groupBy: [],
  filter: null,
  range: null,
  sort: [],
  top: null,
  page: null,
}

/** Counts customers; during each of the first tries, a load is committed. */
const countDuring = (loads: number) => {
  let tries = 0
  return withConsistentVersion(t.deps, settings, async ({ openSession }) => {
    const session = openSession()
    tries += 1
    if (tries <= loads) await addCustomer()
    const columns = [{ columnId: 'customerCount', aggregation: 'None' as const }]
    const [[count] = []] = await session.rows({ ...ALL_CUSTOMERS, columns })
    return { tries, count }
  })
}

test('an answer waits for loads that change the data during its statements', async () => {
  expect(await countDuring(6)).toEqual({ tries: 7, count: 6 })
})

test('an answer whose data loads change again and again is busy, with the time to come back', async () => {
  const error = await countDuring(Number.POSITIVE_INFINITY).catch((cause: unknown) => cause)
  expect(presentError(error, 'r1')).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
    body: { errors: [{ code: 'warehouse.busy' }] },
  })
})
