/** Credentials of the stored data directory. */
export const CREDENTIALS = { username: 'owner@upgrade.example', password: 'Barrel&Stave7' } as const

const definition = (reportType: string, groupColumns: readonly string[], measures: readonly string[]) => ({
  reportType,
  groupColumns,
  columns: [...groupColumns, ...measures].map((columnId) => ({ columnId })),
})

/** Reports that do not depend on the current date. */
const QUERIES: Readonly<Record<string, object>> = {
  'orders by month': definition('Orders', ['orderMonth'], ['orderCount', 'netSales', 'averageOrder']),
  'orders by channel': definition('Orders', ['channel'], ['orderCount', 'netSales', 'tax', 'tip']),
  'order lines by SKU': definition('OrderLines', ['sku'], ['unitsSold', 'netSales']),
  'customers by country': definition('Customers', ['country'], ['customerCount', 'netSales']),
  'reservations by experience': definition('Reservations', ['experience'], ['guests']),
  'memberships by club': definition('Memberships', ['clubName'], ['memberCount']),
}

/** Paths whose entire response must stay the same. */
const PATHS = [
  '/account',
  '/dashboards/slugs',
  '/dashboards/default',
  '/reports/my',
  '/reports/shared',
  '/goals',
  '/invitation',
  '/notification/preferences',
  '/user',
]

type Json = Record<string, unknown>

export const send = async (url: string, method: string, path: string, token?: string, body?: unknown) => {
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  const text = await response.text()
  return text === '' ? null : JSON.parse(text)
}

export const signIn = async (url: string): Promise<string> =>
  (await send(url, 'POST', '/token', undefined, { grant_type: 'password', ...CREDENTIALS })).access_token

/** Fields that change over time. */
const VOLATILE = new Set(['lastLoginDateUtc', 'state'])

const withoutVolatile = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value) => (VOLATILE.has(key) ? undefined : value))

/** `work`, or undefined when the server's release has no such endpoint yet. */
export const ifKnown = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('"route.not_found"')) return undefined
    throw error
  })

/** The account's state that an upgrade must keep, as returned by the API. Without what an early release has no endpoint for. */
export const readState = async (url: string): Promise<Json> => {
  const token = await signIn(url)
  const state: Json = {}
  for (const path of PATHS) {
    const answer = await ifKnown(send(url, 'GET', path, token))
    if (answer !== undefined) state[path] = withoutVolatile(answer)
  }
  const [saved] = await send(url, 'GET', '/reports/my', token)
  const queries = { ...QUERIES, 'saved report': { id: saved.id } }
  for (const [name, query] of Object.entries(queries)) {
    const answer = await send(url, 'POST', '/reports/query', token, { definition: query, pageSize: 500 })
    state[name] = { rows: answer.rows, totals: answer.totals, rowCount: answer.rowCount }
  }
  const services: Json[] = await send(url, 'GET', '/service', token)
  state.services = services.map(({ id, type, name, settings, lastSyncUtc }) => ({
    id,
    type,
    name,
    settings,
    lastSyncUtc,
  }))
  const experiences = await send(url, 'GET', '/admin/tasting-experiences', token)
  state.tastings = { products: experiences.products, excludedExperiences: experiences.excludedExperiences }
  state.signups = (await send(url, 'GET', '/admin/club-signup-products', token)).products
  return state
}
