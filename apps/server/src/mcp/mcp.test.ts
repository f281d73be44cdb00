import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { KeyScope } from '#domain/role.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { lineRow, orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { limitAnswer } from './tool.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const url = new URL('/mcp', await t.app.listen({ port: 0, host: '127.0.0.1' }))
let owner: Member

beforeAll(async () => {
  owner = await t.register({ timeZone: 'UTC', currency: 'USD' })
  const ordered = Date.UTC(2026, 5, 10, 20)
  await t.load(
    owner.accountId,
    {
      orders: [
        orderRow({ source_id: 'o1', ordered, channel: 'web', total: 3_000 }),
        orderRow({ source_id: 'o2', ordered, channel: 'pos', total: 1_200 }),
      ],
      order_lines: [
        lineRow({ source_id: 'o1/1', order_source_id: 'o1', amount: 3_000 }),
        lineRow({ source_id: 'o2/1', order_source_id: 'o2', amount: 1_200 }),
      ],
    },
    { timeZone: 'UTC' },
  )
})

const createKey = async (scope: KeyScope, path = '/api-keys'): Promise<{ id: string; key: string }> =>
  (await t.call('POST', path, { token: owner.token, body: { name: 'Assistant', scope } })).json()

/** The official client, connected over HTTP. */
const connect = async (key: string): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

interface Result {
  readonly isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: answers of tools are free JSON
  readonly content: any
}

const use = async (client: Client, name: string, input: Record<string, unknown> = {}): Promise<Result> => {
  const { content, isError } = await client.callTool({ name, arguments: input })
  const [part] = Array.isArray(content) ? content : []
  return { isError: isError === true, content: JSON.parse(part.text) }
}

const toolNames = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name)

const SAVING = ['save_report', 'save_dashboard', 'save_alert']
const definition = {
  reportType: 'Orders',
  columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
  groupColumns: ['channel'],
}

describe('with a key of scope write', () => {
  let client: Client

  beforeAll(async () => {
    client = await connect((await createKey('write')).key)
  })

  test('lists tools with schemas, and names the server', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['ask', 'run_report', ...SAVING]))
    for (const { inputSchema, description } of tools)
      expect([inputSchema.type, description]).toEqual(['object', expect.any(String)])
    expect(client.getServerVersion()?.name).toBe('cuvee')
    expect(client.getInstructions()).toContain('provenance')
  })

  test('searches the catalog and the content', async () => {
    const catalog = await use(client, 'search_catalog', { query: 'net sales channel', reportType: 'Orders' })
    expect(catalog.content.columns.map(({ columnId }: { columnId: string }) => columnId)).toEqual(
      expect.arrayContaining(['netSales', 'channel']),
    )
    const found = await use(client, 'search_content', { query: 'sales' })
    expect(found.content).toMatchObject({ dashboards: expect.any(Array), provenance: { dataVersion: 1 } })
  })

  test('asks a question, whose answer says how it was read, its range, definition and age of the data', async () => {
    const { content } = await use(client, 'ask', { question: 'net sales by channel in June 2026' })
    expect(content.rows).toEqual(
      expect.arrayContaining([
        ['web', 30],
        ['pos', 12],
      ]),
    )
    expect(content.provenance).toMatchObject({
      source: 'POST /api/reports/query',
      definition: { reportType: expect.any(String) },
      range: { from: '2026-06-01', until: '2026-07-01' },
      dataAsOf: expect.any(String),
      timeZone: 'UTC',
      readBy: 'grammar',
    })
  })

  test('runs a definition, and explains one of its numbers with the proof', async () => {
    const { content } = await use(client, 'run_report', { report: definition })
    expect([content.rows, content.totals, content.rowCount]).toEqual([
      [
        ['pos', 12],
        ['web', 30],
      ],
      [null, 42],
      2,
    ])
    const explained = await use(client, 'explain_number', {
      report: definition,
      measure: 'netSales',
      row: { channel: 'web' },
    })
    expect(explained.content).toMatchObject({
      value: 30,
      proof: { matches: true, computed: 30 },
      provenance: { source: 'POST /api/reports/explain', currency: 'USD' },
    })
  })

  test('lists insights with the time of the analysis', async () => {
    const { content } = await use(client, 'list_insights')
    expect(content).toMatchObject({ items: [], total: 0, provenance: { source: 'GET /api/insight', analyzedAt: null } })
  })

  test('saves and edits a report, a dashboard and an alert, which are then in the app and in the audit log', async () => {
    const { token } = owner
    const report = await use(client, 'save_report', { name: 'By channel', definition })
    const changed = await use(client, 'save_report', { id: report.content.id, name: 'Channels', definition })
    expect(changed.content).toMatchObject({
      id: report.content.id,
      name: 'Channels',
      address: `/reports/my/${report.content.id}`,
    })
    const tile = { type: 'report', w: 4, h: 4, props: { source: { id: report.content.id }, show: 'chart' } }
    const board = await use(client, 'save_dashboard', { name: 'Assistant', widgets: [tile] })
    await use(client, 'save_dashboard', { slug: board.content.slug, description: 'Made by an assistant' })
    const stored = (await t.call('GET', `/dashboards/${board.content.slug}`, { token })).json()
    expect(stored).toMatchObject({ description: 'Made by an assistant', widgets: [{ type: 'report' }] })
    const watched = { reportType: 'Orders', columns: [{ columnId: 'netSales' }] }
    const alert = { name: 'Low', definition: watched, condition: { kind: 'below', value: 10 } }
    const { content } = await use(client, 'save_alert', alert)
    await use(client, 'save_alert', { ...alert, id: content.id, name: 'Lower' })
    expect((await use(client, 'list_alerts')).content.alerts).toMatchObject([{ id: content.id, name: 'Lower' }])
    const { items } = (await t.call('GET', '/audit?action=alerts', { token })).json()
    expect(items.map(({ apiKeyName }: { apiKeyName: string }) => apiKeyName)).toEqual(['Assistant', 'Assistant'])
  })

  test('says what is wrong with an input, so that a model can correct it', async () => {
    const refused = await use(client, 'run_report', {
      report: { reportType: 'Orders', columns: [{ columnId: 'nothing' }] },
    })
    expect([refused.isError, refused.content.status]).toEqual([true, 400])
    const invalid = await use(client, 'ask', { question: '' })
    expect([invalid.isError, invalid.content.errors[0].field]).toEqual([true, 'question'])
    expect((await use(client, 'get_report', { id: 'none' })).content).toMatchObject({ status: 404 })
  })
})

test('a read key is offered what reads, and its attempts to save are refused', async () => {
  const client = await connect((await createKey('read')).key)
  const names = await toolNames(client)
  expect(names).toEqual(expect.arrayContaining(['ask', 'run_report', 'explain_number', 'list_insights']))
  expect(names.filter((name) => SAVING.includes(name))).toEqual([])
  expect((await use(client, 'save_report', { name: 'Mine', definition })).isError).toBe(true)
  expect((await use(client, 'run_report', { report: definition })).isError).toBe(false)
})

test('a service key is not offered what saves for a user', async () => {
  const client = await connect((await createKey('write', '/account/api-keys')).key)
  expect((await toolNames(client)).filter((name) => SAVING.includes(name))).toEqual([])
})

test('a revoked key is refused by the next request', async () => {
  const { id, key } = await createKey('read')
  const client = await connect(key)
  await client.listTools()
  await t.call('DELETE', `/api-keys/${id}`, { token: owner.token })
  await expect(client.listTools()).rejects.toThrow(/401|invalid_key/)
  await expect(connect('cuvee_none')).rejects.toThrow()
})

test.each(['GET', 'DELETE'] as const)('%s /mcp answers 405, as there is no stream and no session', async (method) => {
  const { statusCode, headers } = await t.app.inject({ method, url: '/mcp' })
  expect([statusCode, headers.allow]).toEqual([405, 'POST'])
})

test('a page of another origin is refused', async () => {
  const { key } = await createKey('read')
  const { statusCode } = await t.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { authorization: `Bearer ${key}`, origin: 'https://evil.example' },
    payload: {},
  })
  expect(statusCode).toBe(421)
})

test('an answer has at most 40,000 characters, and says what it left out', () => {
  const rows = Array.from({ length: 2_000 }, (_, index) => [`name ${index}`, 'x'.repeat(60)])
  const limited = limitAnswer({ rows, totals: [1, 2] })
  expect(JSON.stringify(limited).length).toBeLessThanOrEqual(40_000)
  expect(limited).toMatchObject({ totals: [1, 2], truncated: { rows: { shown: 500, of: 2_000 } } })
  expect(limitAnswer({ text: 'x'.repeat(50_000) })).toEqual({
    error: 'This answer is too large. Ask for less of it.',
  })
})
