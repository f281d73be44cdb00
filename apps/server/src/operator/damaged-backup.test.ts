import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sample } from '#testkit/lane.ts'
import { copyInstallation } from '#testkit/test-database.ts'
import { loadBatch } from '#warehouse/duckdb/load-batch.fixture.ts'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'
import { orderRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { digestFiles } from './backup-digests.ts'
import { INSERT_SERVICES } from './large-account.fixture.ts'
import { callCommand, callCommandWith, runSql } from './operator-process.fixture.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const root = await mkdtemp(join(tmpdir(), 'cuvee-damaged-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const dataDir = join(root, 'data')
const backup = join(root, 'backup')
const EMAILS = ['one@winery.example', 'two@winery.example']

beforeAll(async () => {
  copyInstallation(dataDir)
  for (const email of EMAILS)
    expect(await callCommand(dataDir, 'account', email, '--password', 'Barrel&Stave7')).toMatchObject({ code: 0 })
  await runSql({ DATA_DIR: dataDir }, `${INSERT_SERVICES}; update accounts set time_zone = 'UTC'; ${OPEN_RUN}`)
  const warehouse = await openDuckDbWarehouse({ dataDir, minFreeDisk: 0 })
  for (const accountId of [1, 2]) {
    const serviceId = `s${accountId}`
    const request = { accountId, serviceId, batchId: 'b', calendar: { timeZone: 'UTC' }, mode: 'merge' } as const
    await loadBatch(warehouse, request, { orders: [orderRow({ source_id: 'A1' })] })
  }
  await warehouse.close()
  expect(await callCommand(dataDir, 'backup', backup)).toMatchObject({ code: 0 })
})

const OPEN_RUN = `insert into service_runs (id, account_id, service_id, kind, status, created_at)
  values ('run', 1, 's1', 'import', 'running', now())`

test('a run that was open when the backup was made says after the restore why it ended', async () => {
  const DATA_DIR = join(root, 'open-run')
  expect(await callCommand(DATA_DIR, 'restore', backup)).toMatchObject({ code: 0 })
  const { rows } = await runSql({ DATA_DIR }, 'select status, finished_at is null as open, errors from service_runs')
  const message = expect.stringContaining('in progress when the backup was made')
  expect(rows).toEqual([{ status: 'failed', open: false, errors: [{ message }] }])
})

type Json = Record<string, unknown>

/** Changes the rows of a table in a backup. */
const changeRows = async (folder: string, table: string, change: (row: Json) => Json): Promise<void> => {
  const path = join(folder, 'app', `${table}.jsonl`)
  const rows = (await readFile(path, 'utf8')).trim().split('\n')
  await writeFile(path, `${rows.map((row) => JSON.stringify(change(JSON.parse(row)))).join('\n')}\n`)
}

/** Makes the digests of the manifest those of the changed files, as a backup of a faulty server would have them. */
const renewDigests = async (folder: string): Promise<void> => {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  await rm(path)
  await writeFile(path, JSON.stringify({ ...manifest, digests: await digestFiles(folder) }))
}

const copyOf = async (name: string): Promise<string> => {
  const folder = join(root, name)
  await cp(backup, folder, { recursive: true })
  return folder
}

const drill = (folder: string) => callCommand(dataDir, 'drill', folder)

const DAMAGE: readonly (readonly [name: string, file: string, damage: (folder: string) => Promise<void>])[] = [
  ['changed', 'app/users.jsonl', (folder) => changeRows(folder, 'users', (row) => ({ ...row, email: 'x@y.example' }))],
  ['cut', 'warehouse/1.duckdb', (folder) => truncate(join(folder, 'warehouse/1.duckdb'), 20_000)],
  [
    'swapped',
    'warehouse/1.duckdb',
    (folder) => cp(join(folder, 'warehouse/2.duckdb'), join(folder, 'warehouse/1.duckdb')),
  ],
  ['missing', 'app/accounts.jsonl', (folder) => rm(join(folder, 'app/accounts.jsonl'))],
  ['of another installation', 'keys.json', (folder) => writeFile(join(folder, 'keys.json'), newKeys())],
]

const newKeys = (): string => {
  const key = () => randomBytes(32).toString('base64')
  return JSON.stringify({ session: key(), master: key() })
}

test.each(sample(DAMAGE, 3))(
  'drill and restore refuse a backup of which a file is %s, by name, and write nothing',
  async (name, file, damage) => {
    const folder = await copyOf(name)
    await damage(folder)
    const message = `the backup is damaged: ${file} ${name === 'missing' ? 'is missing' : 'was changed or is incomplete'}`
    const target = join(root, `${name}-restored`)
    expect(await callCommand(target, 'restore', folder)).toEqual({ code: 1, output: message })
    expect(await drill(folder)).toEqual({ code: 1, output: message })
    expect(await readdir(root)).not.toContain(`${name}-restored`)
  },
)

test('the drill fails on a backup whose rows have another time zone, other rules or other services than the settings', async () => {
  const folder = await copyOf('differing')
  const settings = { time_zone: 'Asia/Tokyo', visit_rules_version: 4 }
  await changeRows(folder, 'accounts', (row) => (row.id === 1 ? { ...row, ...settings } : row))
  await changeRows(folder, 'services', (row) => (row.id === 's2' ? { ...row, id: 'other' } : row))
  await renewDigests(folder)
  const { code, output } = await drill(folder)
  expect(code).toBe(1)
  expect(output).toContain('FAILED account 1: time zone UTC instead of Asia/Tokyo, visit rules 0 instead of 4')
  expect(output).toContain('FAILED account 2: rows of the unknown service s2')
})

test('a master key that is not the one of the data is refused at the start, and in a backup, a drill and a restore', async () => {
  const message = /the master key is not the one that this data’s secrets are encrypted with: bring back the MASTER_KEY/
  const MASTER_KEY = randomBytes(32).toString('base64')
  const target = join(root, 'other-key')
  for (const [settings, ...args] of [
    [{ DATA_DIR: dataDir }, 'backup', join(root, 'other')],
    [{ DATA_DIR: dataDir }, 'account', EMAILS[0] ?? '', '--type', 'Micro'],
    [{ DATA_DIR: target }, 'restore', backup],
    [{ DATA_DIR: dataDir }, 'drill', backup],
  ] as const) {
    const [command, ...rest] = args
    const result = await callCommandWith({ ...settings, MASTER_KEY }, command, ...rest)
    expect(result).toEqual({ code: 1, output: expect.stringMatching(message) })
  }
  const folder = await copyOf('foreign-keys')
  await writeFile(join(folder, 'keys.json'), newKeys())
  await renewDigests(folder)
  expect(await drill(folder)).toEqual({ code: 1, output: expect.stringMatching(message) })
  expect(await readdir(root)).not.toContain('other-key')
})
