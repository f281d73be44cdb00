import { z } from 'zod'
import type { Random } from '#connectors/sample/random.ts'
import { unscoped } from '#server/db/database.ts'
import { describeCalls } from '#server/http/openapi/describe-api.ts'
import { addColleague } from '#server/modules/team/colleague.fixture.ts'
import type { TestApp } from '../test-app.ts'
import { contractCalls, type Member } from '../test-client.ts'
import { answerProblem } from './answer-problem.ts'
import { INHERITED_NAMES } from './hostile-values.ts'
import { type FuzzRequest, fuzzRequest, type Operation } from './requests.ts'
import { type Hints, JsonSchema, pick } from './schema-values.ts'

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string(), in: z.string(), schema: JsonSchema })).default([]),
        requestBody: z
          .object({ content: z.record(z.string(), z.object({ schema: JsonSchema.optional() })) })
          .optional(),
      }),
    ),
  ),
})

/** The operations of the OpenAPI document. */
const readOperations = async (): Promise<readonly Operation[]> => {
  const { paths } = Document.parse(await describeCalls('test'))
  return contractCalls().map((call) => {
    const path = call.url.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}')
    const { parameters = [], requestBody } = paths[path]?.[call.method.toLowerCase()] ?? {}
    return { call, parameters, body: requestBody?.content['application/json']?.schema ?? null }
  })
}

/** Calls that hash a password, pack an account or read all of its rows: a few of them are enough. */
const COSTLY: readonly string[] = [
  'auth.createAccount',
  'auth.requestPasswordReset',
  'auth.token',
  'auth.resetPassword',
  'invitations.join',
  'users.create',
  'users.changePassword',
  'account.remove',
  'account.export',
  'account.definitions',
  'reports.export',
  'visits.saveTastingExperiences',
  'visits.saveClubSignupProducts',
  'visits.dataHealth',
]

/** Calls that would end the fixture: they get no id that it needs, and no token of its members. */
const ENDING: readonly string[] = ['services.remove', 'users.remove', 'users.updateRole']
const SIGNING_OUT: readonly string[] = ['auth.signOut', 'users.endOtherSessions']

const ORDERS = `orderId,orderDate,sku,productTitle,quantity,unitPrice,customerId,customerEmail,channel\n${Array.from(
  { length: 60 },
  (_, index) =>
    `${index},2026-0${1 + (index % 6)}-1${index % 9},S${index % 5},Pinot ${index % 5},${1 + (index % 3)},${20 + index}.50,C${index % 9},c${index % 9}@wine.example,web`,
).join('\n')}\n`

const Catalog = z.object({
  builtin: z.array(z.object({ path: z.string() })),
  reportTypes: z.array(z.object({ reportType: z.string(), columns: z.array(z.object({ columnId: z.string() })) })),
})

/** Values by field name that exist in the account or in the product. */
type Pools = Map<string, unknown[]>

const FIXED: Readonly<Record<string, readonly unknown[]>> = {
  email: ['carl@winery.example', 'jörg@weingut.example', 'member-1@winery.example'],
  username: ['member-1@winery.example', 'nobody@winery.example'],
  password: ['Barrel&Stave8', 'short'],
  newPassword: ['Magnum#Cork8'],
  currentPassword: ['not this one'],
  grant_type: ['password', 'refresh_token'],
  culture: ['en-US', 'de', 'fr-CA'],
  timeZone: ['America/Los_Angeles', 'Europe/Paris', 'Asia/Kolkata'],
  currency: ['USD', 'EUR', 'jpy'],
  country: ['US', 'de', 'XX'],
  relativeRange: ['None', 'Last30Days', 'ThisYear', 'mtd', 'LastMonth'],
  relativeDate: ['OrderDate-Last30Days', 'OrderDate-None', 'CancelledDate-ThisYear', 'OrderDate-Last0Days'],
  from: ['2026-01-01', '0001-01-01', '9999-12-31'],
  until: ['2026-06-01', '0001-01-01', '9999-12-31'],
  month: ['2026-05', '9999-12', '0000-01'],
  key: ['DataRefreshTimeUtc'],
  theme: ['light', 'dark'],
  kinds: ['anomaly', 'driver'],
  question: ['sales by month', 'top 5 wines by club last year', 'how many orders in 2025?'],
  logoUrl: ['http://127.0.0.1/', 'file:///x', 'https://logo.invalid/a.png'],
  url: ['https://127.0.0.1/v1', 'http://[::1]/'],
  sessionId: ['cs_test_1'],
  syncEveryMinutes: [60, null, 7],
  hyperlink: ['/reports/orders/list?f.customerId=Equal:{customerId}', '//x'],
  x: [0, 3],
  width: [1],
}

const WIDGETS = ['salesSummary', 'logo', 'sales', 'orderMetrics', 'clubSignup', 'avgOrder', 'customerLTV', 'none']

const MAX_POOL = 30

const add = (pools: Pools, name: string, value: unknown): void => {
  const pool = pools.get(name) ?? []
  pool.push(value)
  // The first values are those of the fixture.
  if (pool.length > MAX_POOL) pool.splice(MAX_POOL / 2, 1)
  pools.set(name, pool)
}

const startPools = async (t: TestApp, { token, accountId }: Member): Promise<Pools> => {
  const { builtin, reportTypes } = Catalog.parse((await t.call('GET', '/reports/catalog', { token })).json())
  const columns = [...new Set(reportTypes.flatMap((type) => type.columns.map(({ columnId }) => columnId)))]
  const pools: Pools = new Map(Object.entries(FIXED).map(([name, values]) => [name, [...values]]))
  for (const name of ['columnId', 'columnName', 'measure', 'groupColumns', 'columnOrder', 'series'])
    pools.set(name, columns)
  pools.set('reportType', [...reportTypes.map(({ reportType }) => reportType), 'orders', 'Nothing'])
  pools.set(
    'builtin',
    builtin.map(({ path }) => path.replace('/reports/', '')),
  )
  pools.set('account.id', [accountId])
  return pools
}

const loadOrders = async (t: TestApp, { token }: Member): Promise<string> => {
  const created = await t.call('POST', '/service', { token, body: { type: 'csv', name: 'Files', settings: {} } })
  const { id } = z.object({ id: z.string() }).parse(created.json())
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  const url = `/api/service/${id}/files`
  const staged = await t.app.inject({ method: 'POST', url, headers, payload: ORDERS })
  const { fileId } = z.object({ fileId: z.string() }).parse(staged.json())
  await t.call('POST', `/service/${id}/import`, { token, body: { fileId, kind: 'order_lines' } })
  for (let wait = 0; wait < 200; wait += 1) {
    const [run] = z
      .object({ items: z.array(z.object({ status: z.string() })) })
      .parse((await t.call('GET', `/service/${id}/runs`, { token })).json()).items
    if (run?.status === 'succeeded') return id
    if (run?.status === 'failed') break
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('The orders were not imported')
}

const addNotification = async (t: TestApp, { accountId, userId }: Member): Promise<string> => {
  const id = t.deps.ids.next()
  await unscoped(t.deps.db)
    .insertInto('notifications')
    .values({
      id,
      account_id: accountId,
      user_id: userId,
      kind: 'syncFailed',
      subject: 'A sync failed',
      content: 'See the service',
      created_at: new Date(t.clock.now()),
    })
    .execute()
  return id
}

const Ids = z.object({
  id: z.string().optional(),
  slug: z.string().optional(),
  runId: z.string().optional(),
  fileId: z.string().optional(),
})

interface Sent {
  /** names the call and what is wrong with its answer; null: nothing is */
  readonly key: string | null
  readonly request: FuzzRequest
  readonly answer: string
}

/** An account with data and members of every role, and requests to it that depend on `random` alone. */
export const fuzzWinery = async (t: TestApp, random: Random): Promise<{ send(): Promise<Sent> }> => {
  const operations = await readOperations()
  const owner = await t.register()
  const serviceId = await loadOrders(t, owner)
  const colleagues = [
    await addColleague(t, owner, ['User']),
    await addColleague(t, owner, ['PowerUser']),
    await addColleague(t, owner, ['BillingAdmin']),
    await addColleague(t, owner, ['AccountAdmin']),
  ]
  const pools = await startPools(t, owner)
  // Most calls of a service are about the one that has data.
  for (let times = 0; times < MAX_POOL / 2; times += 1) add(pools, 'service.id', serviceId)
  for (let times = 0; times < 5; times += 1) add(pools, 'notification.id', await addNotification(t, owner))
  for (const { userId } of [owner, ...colleagues]) add(pools, 'user.id', userId)
  add(pools, 'dashboards.slug', 'default')

  const nounOf = ({ call }: Operation) => call.url.split('/')[2] ?? ''
  const hintsFor = (operation: Operation): Hints => {
    const { name: called } = operation.call
    if (ENDING.includes(called)) return (name) => (name === 'id' ? ['none'] : (pools.get(name) ?? []))
    const noun = nounOf(operation)
    const isDashboard = noun === 'dashboards' || noun === 'reports'
    return (name) => {
      if (random.chance(0.1)) return INHERITED_NAMES
      if (name === 'type') return isDashboard ? WIDGETS : ['csv', 'none']
      return pools.get(`${noun}.${name}`) ?? pools.get(name) ?? []
    }
  }
  const tokenFor = (operation: Operation): string | null => {
    if (SIGNING_OUT.includes(operation.call.name)) return null
    const draw = random.next()
    if (draw < 0.75) return owner.token
    return draw < 0.95 ? pick(random, colleagues).token : null
  }
  const harvest = (operation: Operation, body: string): void => {
    const found = Ids.safeParse(JSON.parse(body))
    if (found.success)
      for (const [name, value] of Object.entries(found.data)) add(pools, `${nounOf(operation)}.${name}`, value)
  }

  const draw = (): Operation => {
    const operation = pick(random, operations)
    return COSTLY.includes(operation.call.name) && random.chance(0.8) ? draw() : operation
  }

  const send = async (): Promise<Sent> => {
    const operation = draw()
    const token = tokenFor(operation)
    const made = fuzzRequest(operation, { random, hints: hintsFor(operation) })
    const request = { ...made, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...made.headers } }
    const { method, url, headers, payload } = request
    const response = await t.app.inject({
      method: METHODS.find((one) => one === method) ?? 'GET',
      url,
      // a compressed answer could hide what must not be in it
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...(payload === undefined ? {} : { payload }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    if (response.statusCode < 300 && isJson && response.body !== '') harvest(operation, response.body)
    const problem = answerProblem(response)
    return {
      key: problem === null ? null : `${operation.call.name}: ${problem}`,
      request,
      answer: `${response.statusCode} ${response.body.slice(0, 500)}`,
    }
  }
  return { send }
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const
