import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { SFTP_USER, startSftpServer } from '#connectors/files/sftp-server.fixture.ts'
import { unscoped } from '#server/db/database.ts'
import { writeXlsx, zipFiles } from '#testkit/odd-files/write-xlsx.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { executeRun } from './execute-run.ts'
import { platformCalls } from './platform-sync.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off', CONNECTOR_ALLOW_PRIVATE: '1' }, runsJobs: false })
const server = await startSftpServer()
afterAll(server.close)
const { connect, serviceOf, syncHere } = platformCalls(t)

const DAY = (day: number) => new Date(Date.UTC(2026, 10, day))

/** A file of order lines, one order per amount. */
const linesOf = (first: number, amounts: readonly (number | string)[]): string =>
  `orderId,orderDate,sku,quantity,unitPrice\n${amounts
    .map((amount, index) => `O${first + index},2026-05-0${1 + (index % 9)},SKU-1,1,${amount}\n`)
    .join('')}`

let member: Member
beforeEach(async () => {
  for (const name of ['may.csv', 'june.csv', 'july.csv', 'copy.csv', 'notes.txt', 'may.xlsx', 'june.zip'])
    server.remove(name)
  server.downloads.length = 0
  member = await t.register({ timeZone: 'America/Los_Angeles', currency: 'USD' })
})

/** Of a sync that imported no file. */
const NOTHING = {}

const SETTINGS = { address: server.address, username: SFTP_USER.username, pattern: '*.csv', kind: 'order_lines' }
const folder = (settings: object = {}, address = server.address) =>
  connect(member, 'files', {
    settings: { ...SETTINGS, address, ...settings },
    secrets: { password: SFTP_USER.password },
    expected: () => [],
  })

const netSales = async (): Promise<unknown> => {
  const columns = ['netSales', 'orderCount'].map((columnId) => ({ columnId, aggregation: 'Sum' }))
  const body = { definition: { reportType: 'Orders', columns } }
  return (await t.call('POST', '/reports/query', { token: member.token, body })).json().rows[0]
}

const historyOf = async (id: string) => {
  const { items } = (await t.call('GET', `/service/${id}/runs`, { token: member.token })).json()
  return items
    .filter(({ kind }: { kind: string }) => kind === 'import')
    .map(({ fileName, status, counts }: { fileName: string; status: string; counts: Record<string, number> }) => [
      fileName,
      status,
      counts.accepted ?? 0,
    ])
    .toSorted()
}

const tryOut = async (settings: object) =>
  (await t.call('POST', '/service/test', { token: member.token, body: { type: 'files', settings } })).json()

test('imports each file once, and again when it changes', async () => {
  server.put('may.csv', linesOf(1, [10, 20]), DAY(1))
  server.put('june.csv', linesOf(11, [5]), DAY(2))
  server.put('notes.txt', 'not a table', DAY(2))
  const { id } = await folder()
  const counts = { read: 3, accepted: 3, rejected: 0, orders: 3, order_lines: 3 }
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded', counts })
  expect(await netSales()).toEqual([35, 3])
  expect(server.downloads).toEqual(['may.csv', 'june.csv'])

  expect(await syncHere(member, id)).toEqual(expect.objectContaining({ status: 'succeeded', counts: NOTHING }))
  expect(server.downloads).toHaveLength(2)

  server.put('june.csv', linesOf(11, [7, 1]), DAY(3))
  await syncHere(member, id)
  expect(server.downloads).toEqual(['may.csv', 'june.csv', 'june.csv'])
  expect(await netSales()).toEqual([38, 4])
  expect(await historyOf(id)).toEqual([
    ['june.csv', 'succeeded', 1],
    ['june.csv', 'succeeded', 2],
    ['may.csv', 'succeeded', 2],
  ])
  expect(await serviceOf(member, id)).toMatchObject({ state: 'idle', lastRun: { kind: 'sync', status: 'succeeded' } })
})

test('the same content under another name or date is not imported again', async () => {
  server.put('may.csv', linesOf(1, [10]), DAY(1))
  const { id } = await folder()
  await syncHere(member, id)
  server.put('may.csv', linesOf(1, [10]), DAY(4))
  server.put('copy.csv', linesOf(1, [10]), DAY(5))
  expect(await syncHere(member, id)).toEqual(
    expect.objectContaining({ status: 'succeeded', counts: { read: 0, accepted: 0, rejected: 0 } }),
  )
  expect(await historyOf(id)).toEqual([['may.csv', 'succeeded', 1]])
})

test('a file with a bad row imports nothing, is named until it changes, and holds up no other file', async () => {
  server.put('may.csv', linesOf(1, [10, 'ten']), DAY(1))
  server.put('june.csv', linesOf(11, [5]), DAY(2))
  const { id } = await folder()
  const failing = {
    status: 'failed',
    errors: [{ message: expect.stringMatching(/^may\.csv wasn’t imported\. Line 3, column “unitPrice”/) }],
  }
  expect(await syncHere(member, id)).toMatchObject(failing)
  expect(await netSales()).toEqual([5, 1])
  expect(await syncHere(member, id)).toMatchObject(failing)
  expect(server.downloads).toEqual(['may.csv', 'june.csv'])
  expect(await serviceOf(member, id)).toMatchObject({ state: 'failing', problem: expect.stringContaining('may.csv') })
  expect(await historyOf(id)).toEqual([
    ['june.csv', 'succeeded', 1],
    ['may.csv', 'failed', 1],
  ])
  server.put('may.csv', linesOf(1, [10, 10]), DAY(3))
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded' })
  expect(await netSales()).toEqual([25, 3])
  expect(await serviceOf(member, id)).toMatchObject({ state: 'idle', problem: null })
})

test('bad rows are skipped where the settings say so, and changed settings read every file again', async () => {
  server.put('may.csv', linesOf(1, [10, 'ten']), DAY(1))
  const { id } = await folder()
  await syncHere(member, id)
  const settings = { ...SETTINGS, skipBadRows: true }
  const changed = await t.call('PUT', `/service/${id}`, { token: member.token, body: { name: 'Files', settings } })
  expect(changed.statusCode).toBe(200)
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded', counts: { accepted: 1, rejected: 1 } })
  expect(await netSales()).toEqual([10, 1])
})

test('a file whose orders would replace others of another date is named, and imported where the settings say so', async () => {
  const receipt = (day: string, price: number) => `orderId,orderDate,sku,quantity,unitPrice\n1001,${day},A,1,${price}\n`
  server.put('may.csv', receipt('2026-05-01', 60), DAY(1))
  server.put('june.csv', receipt('2026-05-02', 40), DAY(2))
  const { id } = await folder()
  expect((await syncHere(member, id)).errors).toMatchObject([
    { message: expect.stringMatching(/^june\.csv wasn’t imported\. Order 1001 of 2026-05-02 has the same ID/) },
  ])
  expect(await netSales()).toEqual([60, 1])
  const settings = { ...SETTINGS, replaceConflicts: true }
  await t.call('PUT', `/service/${id}`, { token: member.token, body: { name: 'Files', settings } })
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded' })
  expect(await netSales()).toEqual([40, 1])
})

test('columns are mapped as the settings say', async () => {
  server.put('may.csv', 'No.,Day,What,How many,Each\n1,2026-05-01,A,2,10\n', DAY(1))
  const mapping = { orderId: 'No.', orderDate: 'Day', sku: 'What', quantity: 'How many', unitPrice: 'Each' }
  const { id } = await folder({ mapping: JSON.stringify(mapping) })
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded', counts: { accepted: 1 } })
  expect(await netSales()).toEqual([20, 1])
  const { message } = await tryOut({ ...SETTINGS, ...SFTP_USER, mapping: '{orderId' })
  expect(message).toContain('The column mapping isn’t valid')
})

test('Excel and ZIP files are imported like CSV files', async () => {
  const rows = ['orderId,orderDate,sku,quantity,unitPrice', 'X1,2026-05-01,A,1,10', 'X2,2026-05-02,A,2,7.5']
  const cells = rows.map((row, at) =>
    row.split(',').map((cell, index) => (at > 0 && index > 2 ? { number: Number(cell), style: 0 } : cell)),
  )
  server.put('may.xlsx', await writeXlsx([{ name: 'Orders', rows: cells }]), DAY(1))
  server.put('june.zip', await zipFiles([['june.csv', linesOf(11, [5, 6])]]), DAY(2))
  const { id } = await folder({ pattern: '*.xlsx, *.zip' })
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded', counts: { accepted: 4 } })
  expect(await netSales()).toEqual([36, 4])
})

/** Maps a file that the service downloads and imports it, as the form does. */
const mapFile = async (id: string, settings: object) => {
  const fetched = await t.call('POST', `/service/${id}/fetch`, { token: member.token, body: {} })
  const { fileId, fileName } = fetched.json<{ fileId: string; fileName: string }>()
  const body = { fileId, ...settings }
  const started = await t.call('POST', `/service/${id}/import`, { token: member.token, body })
  const { runId } = started.json<{ runId: string }>()
  await executeRun(t.deps, { accountId: member.accountId, runId, signal: new AbortController().signal })
  const run = await t.call('GET', `/service/${id}/runs/${runId}`, { token: member.token })
  return { fileName, status: run.json().status, fileId }
}

test('a mapping of one file, with its custom fields, is used for all files with its columns', async () => {
  const header = 'No.,Day,What,How many,Each,Cask'
  server.put('may.csv', `${header}\n1,2026-05-01,A,2,10,Oak\n`, DAY(1))
  server.put('june.csv', `${header}\n2,2026-06-01,A,3,10,Steel\n`, DAY(2))
  const { id } = await folder({ kind: 'auto' })
  expect(await syncHere(member, id)).toMatchObject({ status: 'failed' })

  const mapping = { orderId: 'No.', orderDate: 'Day', sku: 'What', quantity: 'How many', unitPrice: 'Each' }
  const customFields = [{ column: 'Cask', record: 'orders', label: 'Cask', type: 'text' }]
  const mapped = await mapFile(id, { kind: 'order_lines', mapping, customFields })
  expect(mapped).toMatchObject({ fileName: 'june.csv', status: 'succeeded' })
  expect(await serviceOf(member, id)).toMatchObject({ state: 'idle', problem: null })

  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded' })
  server.put('july.csv', `${header}\n3,2026-07-01,A,1,10,Oak\n`, DAY(3))
  await syncHere(member, id)
  const columns = [{ columnId: 'custom_cask' }, { columnId: 'netSales' }]
  const definition = {
    reportType: 'Orders',
    columns,
    groupColumns: ['custom_cask'],
    orderColumns: [{ columnId: 'custom_cask' }],
  }
  const report = await t.call('POST', '/reports/query', { token: member.token, body: { definition } })
  expect(report.json().rows).toEqual([
    ['Oak', 30],
    ['Steel', 30],
  ])
  const again = await t.call('POST', `/service/${id}/fetch`, { token: member.token, body: {} })
  const { fileId } = again.json<{ fileId: string }>()
  const preview = await t.call('POST', `/service/${id}/preview`, { token: member.token, body: { fileId } })
  expect(preview.json()).toMatchObject({ kind: 'order_lines', saved: { customFields } })
})

test('the run of a sync lists each file with what became of it', async () => {
  server.put('may.csv', linesOf(1, [10]), DAY(1))
  server.put('june.csv', linesOf(11, ['five']), DAY(2))
  const { id } = await folder()
  const filesOf = async () => (await syncHere(member, id)).files?.map(({ name, outcome }) => [name, outcome])
  expect(await filesOf()).toEqual([
    ['may.csv', 'imported'],
    ['june.csv', 'failed'],
  ])
  server.put('june.csv', linesOf(11, [5]), DAY(3))
  server.put('copy.csv', linesOf(1, [10]), DAY(4))
  server.put('july.csv', linesOf(21, [1]), DAY(5))
  expect(await filesOf()).toEqual([
    ['may.csv', 'unchanged'],
    ['june.csv', 'imported'],
    ['copy.csv', 'duplicate'],
    ['july.csv', 'imported'],
  ])
  server.put('july.csv', linesOf(21, [2]), DAY(6))
  expect((await filesOf())?.at(-1)).toEqual(['july.csv', 'changed'])
})

test('a file that cannot be read at all, or whose contents are unclear, is named with the reason', async () => {
  server.put('may.csv', 'orderId,orderDate\n', DAY(1))
  server.put('june.csv', 'a,b\n1,2\n3,4\n', DAY(2))
  const { id } = await folder({ kind: 'auto' })
  const { status, errors } = await syncHere(member, id)
  expect([status, errors[0]?.message]).toEqual([
    'failed',
    expect.stringMatching(/^2 files weren’t imported: may\.csv and june\.csv\. /),
  ])
  expect((await historyOf(id)).map(([name, state]: string[]) => [name, state])).toEqual([
    ['june.csv', 'failed'],
    ['may.csv', 'failed'],
  ])
})

test('a download that is cut changes nothing, and the next sync goes on with it', async () => {
  server.put('may.csv', linesOf(1, [10]), DAY(1))
  server.put(
    'june.csv',
    linesOf(
      100,
      Array.from({ length: 3000 }, () => 1),
    ),
    DAY(2),
  )
  const { id } = await folder()
  server.cutAfter(40_000)
  onTestFinished(() => server.cutAfter(null))
  expect(await syncHere(member, id)).toMatchObject({
    status: 'failed',
    errors: [{ message: expect.stringContaining('interrupted') }],
  })
  expect(await netSales()).toEqual([10, 1])
  server.cutAfter(null)
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded' })
  expect(await netSales()).toEqual([3010, 3001])
  expect(server.downloads).toEqual(['may.csv', 'june.csv', 'june.csv'])
})

test('keeps the server’s key of the first sync, and refuses another by name until the new one is entered', async () => {
  server.put('may.csv', linesOf(1, [10]), DAY(1))
  const first = await startSftpServer()
  const { id } = await folder({}, first.address)
  await syncHere(member, id)
  const hostKey = (await serviceOf(member, id)).settings.hostKey
  expect(hostKey).toMatch(/^SHA256:/)
  await first.close()
  const second = await startSftpServer({ port: first.port })
  onTestFinished(second.close)
  second.put('may.csv', linesOf(1, [99]), DAY(9))
  await syncHere(member, id)
  const service = await serviceOf(member, id)
  expect(service.state).toBe('needsAttention')
  expect(service.problem).toMatch(`The key of 127.0.0.1 has changed from ${hostKey} to SHA256:`)
  expect(second.downloads).toEqual([])
  const [, found] = / to (SHA256:\S+)\. Ask/.exec(service.problem ?? '') ?? []
  const settings = { ...SETTINGS, address: second.address, hostKey: found }
  await t.call('PUT', `/service/${id}`, { token: member.token, body: { name: 'Files', settings } })
  expect(await syncHere(member, id)).toMatchObject({ status: 'succeeded' })
  expect(await netSales()).toEqual([99, 1])
})

test('testing a connection names the newest files and how they would be read, and imports nothing', async () => {
  server.put('may.csv', linesOf(1, [10]), DAY(1))
  server.put('june.csv', linesOf(2, [10]), DAY(2))
  const settings = { ...SETTINGS, ...SFTP_USER, kind: 'auto' }
  expect(await tryOut(settings)).toEqual({
    ok: true,
    message: null,
    name: null,
    timeZone: null,
    currency: null,
    facts: [
      { label: 'Newest files', value: 'june.csv (66 bytes), may.csv (66 bytes)' },
      { label: 'Read as', value: 'Order lines' },
      { label: 'Columns', value: 'orderId, orderDate, sku, quantity, unitPrice' },
      { label: 'Server key', value: expect.stringMatching(/^SHA256:/) },
    ],
    warnings: [],
  })
  expect(await tryOut({ ...settings, pattern: '*.xlsx' })).toMatchObject({
    ok: true,
    warnings: ['There are no such files yet. They will be imported when they appear.'],
  })
  server.put('june.csv', 'orderId,sku\n1,A\n', DAY(3))
  expect((await tryOut({ ...settings, kind: 'order_lines' })).warnings).toEqual([
    expect.stringContaining('june.csv: '),
    expect.stringContaining('june.csv: '),
    expect.stringContaining('june.csv: '),
  ])
  expect(await tryOut({ ...settings, password: 'wrong' })).toMatchObject({
    ok: false,
    message: '127.0.0.1 rejected the username, password, or private key',
  })
})

test('security 34: passwords and private keys are sealed and never returned', async () => {
  const { id } = await folder({ privateKey: 'a very private key' })
  const service = await serviceOf(member, id)
  expect(service.settings).toEqual({ ...SETTINGS, skipBadRows: false, replaceConflicts: false })
  expect(service.secretsSet.toSorted()).toEqual(['password', 'privateKey'])
  const row = await unscoped(t.deps.db)
    .selectFrom('services')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify({ ...row, secrets: row.secrets?.toString('latin1') })).not.toMatch(/Barrel|very private/)
})

const closed = await testApp({ runsJobs: false })

test('security 33: outside of tests, private addresses and plain HTTP are refused', async () => {
  const { token } = await closed.register()
  for (const address of [
    'sftp://127.0.0.1/a',
    'sftp://10.1.2.3:2222/a',
    'sftp://user:word@files.example.com/a',
    'sftp://files.example.com/%zz',
    'sftp://[::1]/a',
    'sftp://files.example.com:25/a',
    'https://169.254.169.254/latest',
    'https://localhost/a.csv',
    'http://files.example.com/a.csv',
  ])
    for (const [path, body] of [
      ['/service', { type: 'files', name: 'F', settings: { address } }],
      ['/service/test', { type: 'files', settings: { address, username: 'a', password: 'b' } }],
    ] as const) {
      const response = await closed.call('POST', path, { token, body })
      expect([address, response.json().errors?.[0]?.code ?? response.json().message]).toEqual([
        address,
        'service.address_refused',
      ])
    }
})

test('starting over imports the files on the server again', async () => {
  server.put('may.csv', linesOf(1, [10, 20]), DAY(1))
  const { id } = await folder()
  await syncHere(member, id)
  await t.deps.warehouse.putAway(member.accountId)
  expect(await netSales()).toEqual([0, 0])
  expect(await syncHere(member, id, true)).toMatchObject({ status: 'succeeded', counts: { orders: 2 } })
  expect(await netSales()).toEqual([30, 2])
})
