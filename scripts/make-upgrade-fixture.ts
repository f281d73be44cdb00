// node scripts/make-upgrade-fixture.ts <checkout> <name>: writes a small data directory made by the server of another commit's
// checkout, with what it answers, to apps/server/fixtures. The upgrade test starts the current server on it.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { CREDENTIALS, ifKnown, readState, send, signIn } from '../apps/server/src/upgrade/recorded-state.fixture.ts'

const [checkout = '', name = ''] = process.argv.slice(2)
if (checkout === '' || name === '') throw new Error('usage: node scripts/make-upgrade-fixture.ts <checkout> <name>')

const ORDERS = 300
const SKUS = ['PN-21', 'CH-22', 'CS-19', 'FLIGHT', 'JOIN']
const CHANNELS = ['Tasting Room', 'Web', 'Club', 'Phone']

/** Orders over 2025: whole cents, several lines, customers who return. */
const csv = (): string => {
  const head =
    'Order ID,Order date,SKU,Product title,Quantity,Unit price,Customer ID,Customer name,Customer email,Country,Tax,Tip,Channel'
  const lines = Array.from({ length: ORDERS }, (_, order) => {
    const date = new Date(Date.UTC(2025, 0, 1, 18) + order * 29 * 3_600_000).toISOString().slice(0, 10)
    const customer = order % 90
    return Array.from({ length: 1 + (order % 3) }, (_line, line) => {
      const sku = SKUS[(order + line) % SKUS.length]
      const price = (15 + ((order * 7 + line * 11) % 60) + 0.25).toFixed(2)
      const isFirst = line === 0
      const cells = [
        `O${order}`,
        date,
        sku,
        `Wine ${sku}`,
        1 + ((order + line) % 4),
        price,
        `C${customer}`,
        `Customer ${customer}`,
      ]
      const rest = [
        `c${customer}@example.com`,
        customer % 5 === 0 ? 'CA' : 'US',
        isFirst ? '1.84' : '',
        isFirst && order % 4 === 0 ? '3' : '',
      ]
      return [...cells, ...rest, CHANNELS[order % CHANNELS.length]].join(',')
    })
  }).flat()
  return `${head}\n${lines.join('\n')}\n`
}

const start = async (dataDir: string) => {
  const env = { ...process.env, NODE_ENV: 'test', PORT: '0', DEMO: '0', DATA_DIR: dataDir, UV_THREADPOOL_SIZE: '16' }
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], { cwd: checkout, env, stdio: 'pipe' })
  const url = await new Promise<string>((found, failed) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const [, address] = /Cuvee is ready at (\S+)/.exec(output) ?? []
      if (address) found(address)
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.once('exit', (code) => failed(new Error(`the server exited with ${code}:\n${output}`)))
  })
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = new Promise((done) => server.once('exit', done))
    server.kill('SIGTERM')
    await exited
  }
  return { url, stop }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

const load = async (url: string, token: string): Promise<void> => {
  const { id } = await send(url, 'POST', '/service', token, { type: 'csv', name: 'Till exports' })
  const form = new FormData()
  form.set('kind', 'order_lines')
  form.set('file', new Blob([csv()], { type: 'text/csv' }), 'orders.csv')
  const headers = { authorization: `Bearer ${token}` }
  const upload = await fetch(`${url}/api/service/${id}/upload`, { method: 'POST', headers, body: form })
  if (!upload.ok) throw new Error(await upload.text())
  const { runId } = JSON.parse(await upload.text())
  for (;;) {
    const run = await send(url, 'GET', `/service/${id}/runs/${runId}`, token)
    if (run.status === 'succeeded') return
    if (run.status === 'failed' || run.status === 'cancelled') throw new Error(JSON.stringify(run))
    await pause(300)
  }
}

const fill = async (url: string): Promise<void> => {
  const { username: email, password } = CREDENTIALS
  const { accountId } = await send(url, 'POST', '/account/create-account', undefined, {
    firstName: 'Olive',
    lastName: 'Barrel',
    email,
    password,
    accountName: 'Upgrade Estate',
    culture: 'en-US',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
  })
  const token = await signIn(url)
  await send(url, 'PUT', '/account', token, { id: accountId, weekStart: 'sunday', fiscalYearStartMonth: 7 })
  await load(url, token)
  await send(url, 'POST', '/service', token, { type: 'csv', name: 'Not loaded yet' })
  await send(url, 'PUT', '/admin/tasting-experiences', token, {
    products: [{ sku: 'FLIGHT', guestsPerUnit: 2 }],
    excludedExperiences: ['Dinner'],
  })
  await send(url, 'PUT', '/admin/club-signup-products', token, { products: [{ sku: 'JOIN', clubName: 'Estate Club' }] })
  const goals = [{ metric: 'netSales', period: 'month', from: '2026-01-01', target: 12_500 }]
  await ifKnown(send(url, 'PUT', '/goals', token, { goals }))
  await send(url, 'POST', '/reports', token, {
    name: 'Sales by brand of a channel',
    description: 'Saved before the upgrade',
    reportType: 'OrderLines',
    columns: [{ columnId: 'sku', displayName: 'Wine' }, { columnId: 'quantity' }, { columnId: 'netSales' }],
    groupColumns: ['sku'],
    isPublic: true,
    filters: [{ columnId: 'channel', value: 'web' }],
  })
  const board = await send(url, 'GET', '/dashboards/default', token)
  await send(url, 'PUT', '/dashboards/default', token, { name: 'My board', widgets: board.widgets.slice(0, 3) })
  await send(url, 'POST', '/dashboards', token, {
    name: 'Second',
    widgets: [{ type: 'avgOrder', x: 0, y: 0, w: 3, h: 4 }],
  })
  await send(url, 'POST', '/invitation', token, { email: 'guest@upgrade.example', roles: ['User'] })
}

const dataDir = mkdtempSync(join(tmpdir(), 'cuvee-upgrade-'))
const target = resolve('apps/server/fixtures')
mkdirSync(target, { recursive: true })
const server = await start(dataDir)
try {
  await fill(server.url)
  const before = await readState(server.url)
  // Numbers are analyzed after a load; the analysis ends before the server is stopped.
  await pause(20_000)
  await server.stop()
  writeFileSync(join(target, `${name}.json`), `${JSON.stringify(before, null, 2)}\n`)
  const excluded = ['staging', 'postgres.log', 'warehouse/staging'].map((path) => `--exclude=./${path}`)
  const tar = spawnSync('tar', ['-c', ...excluded, '-C', dataDir, '.'], { maxBuffer: 1 << 30 })
  if (tar.status !== 0) throw new Error(tar.stderr.toString())
  const {
    ZSTD_c_compressionLevel: level,
    ZSTD_c_windowLog: window,
    ZSTD_c_enableLongDistanceMatching: long,
  } = constants
  const packed = zstdCompressSync(tar.stdout, { params: { [level]: 19, [window]: 27, [long]: 1 } })
  writeFileSync(join(target, `${name}.tar.zst`), packed)
  process.stdout.write(`${name}.tar.zst: ${packed.length} bytes of ${tar.stdout.length}\n`)
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
