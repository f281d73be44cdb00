import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseEnv } from '#server/env.ts'
import { copyInstallation } from '#testkit/test-database.ts'
import { isEncrypted } from '#warehouse/duckdb/encryption/open-database.ts'
import { loadBatch } from '#warehouse/duckdb/load-batch.fixture.ts'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'
import { customerRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { openBackup } from './backup-manifest.ts'
import { fillAccount, INSERT_SERVICES } from './large-account.fixture.ts'
import { callCommandWith, runSql } from './operator-process.fixture.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const root = await mkdtemp(join(tmpdir(), 'cuvee-encrypted-backup-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const dataDir = join(root, 'data')
const backup = join(root, 'backup')
const newKey = () => randomBytes(32).toString('base64')
const MASTER_KEY = newKey()
const EMAIL = 'keeper@winery.example'
const SECRETS = [EMAIL, 'Ada Lovelace', 'a private picture']

type Settings = Readonly<Record<string, string>>
type Command = Parameters<typeof callCommandWith>[1]

const call = (command: Command, args: readonly string[], settings: Settings = {}) =>
  callCommandWith({ DATA_DIR: dataDir, ENCRYPT_DATA: '1', MASTER_KEY, ...settings }, command, ...args)

/** Which texts the files below a folder hold, in any byte. */
const textsIn = async (folder: string, texts: readonly string[]): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const contents = await Promise.all(files.map((file) => readFile(file)))
  return texts.filter((text) => contents.some((content) => content.includes(text)))
}

const restoreInto = (name: string, source: string, settings: Settings) =>
  callCommandWith({ DATA_DIR: join(root, name), ...settings }, 'restore', source)

beforeAll(async () => {
  copyInstallation(dataDir)
  expect(await call('account', [EMAIL, '--password', 'Barrel&Stave7'])).toMatchObject({ code: 0 })
  await mkdir(join(dataDir, 'files', 'a'), { recursive: true })
  await writeFile(join(dataDir, 'files', 'a', 'picture.webp'), 'a private picture')
  await runSql({ DATA_DIR: dataDir, MASTER_KEY }, `${INSERT_SERVICES}; update accounts set time_zone = 'UTC'`)
  await fillAccount(dataDir, 1, { orders: 3000, orderLines: 5000 })
  const warehouse = await openDuckDbWarehouse({ dataDir, minFreeDisk: 0 })
  const request = { accountId: 1, serviceId: 's1', batchId: 'b', calendar: { timeZone: 'UTC' }, mode: 'merge' } as const
  await loadBatch(warehouse, request, { customers: [customerRow({ name: 'Ada Lovelace' })] })
  await warehouse.close()
})

test('a backup of an encrypted installation shows nothing, and the master key is not in it', async () => {
  const plain = join(root, 'plain')
  const unencrypted = await callCommandWith({ DATA_DIR: dataDir, MASTER_KEY }, 'backup', plain)
  expect(unencrypted.output).toContain('It is not encrypted')
  expect(await textsIn(plain, SECRETS)).toEqual(SECRETS)

  const made = await call('backup', [backup])
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('encrypted with the master key') })
  expect(await isEncrypted(join(dataDir, 'warehouse', '1.duckdb'))).toBe(true)
  const session = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')).session
  const keys = [MASTER_KEY, Buffer.from(MASTER_KEY, 'base64').toString('latin1'), session, 'netSales', 'order_lines']
  expect(await textsIn(backup, [...SECRETS, ...keys])).toEqual([])
  expect((await readdir(backup)).toSorted()).toEqual(['app', 'files', 'keys.json.sealed', 'manifest.json', 'warehouse'])
})

test('the drill fails without the key', async () => {
  const refused = await callCommandWith({ DATA_DIR: dataDir }, 'drill', backup, join(root, 'scratch'))
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('the backup is encrypted: set MASTER_KEY') })
  expect(await readdir(join(root, 'scratch'))).toEqual([])
})

test('security 35: a restore without the right master key writes nothing and says so', async () => {
  expect(await restoreInto('none', backup, {})).toMatchObject({
    code: 1,
    output: 'the backup is encrypted: set MASTER_KEY to the one that was set when it was made',
  })
  expect(await restoreInto('other', backup, { MASTER_KEY: newKey() })).toMatchObject({
    code: 1,
    output: expect.stringContaining('the backup is encrypted with another master key'),
  })
  expect((await readdir(root)).filter((name) => ['none', 'other'].includes(name))).toEqual([])
})

test('after a new master key, a backup from before is restored with both, and the next one drilled with the new one alone', async () => {
  const both = { MASTER_KEY: newKey(), MASTER_KEY_OLD: MASTER_KEY, ENCRYPT_DATA: '1' }
  expect(await restoreInto('both', backup, both)).toMatchObject({ code: 0 })
  const restored = join(root, 'both')
  expect(await textsIn(join(restored, 'warehouse'), SECRETS)).toEqual([])
  expect(await readFile(join(restored, 'files', 'a', 'picture.webp'), 'utf8')).toBe('a private picture')
  const next = join(root, 'next')
  expect(await call('account', [EMAIL, '--new-key'], { ...both, DATA_DIR: restored })).toMatchObject({
    code: 0,
    output: expect.stringContaining('The account has a new key'),
  })
  expect(await call('backup', [next], { ...both, DATA_DIR: restored })).toMatchObject({ code: 0 })
  expect(await call('drill', [next, join(root, 'scratch')], { MASTER_KEY: both.MASTER_KEY })).toMatchObject({
    code: 0,
    output: expect.stringContaining('ok     account 1: 3000 orders'),
  })
})

const changeByte = async (path: string): Promise<void> => {
  const bytes = await readFile(path)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
}

test('F38: a file of a backup that was changed, cut or swapped with another is found and named', async () => {
  const damaged = join(root, 'damaged')
  await cp(backup, damaged, { recursive: true })
  const { files } = await openBackup(parseEnv({ MASTER_KEY }), damaged)
  const read = () => text(files.read('app/users.jsonl'))
  expect(await read()).toContain(EMAIL)
  const [users, accounts] = ['users', 'accounts'].map((name) => join(damaged, 'app', `${name}.jsonl.sealed`))
  if (!users || !accounts) throw new Error('two names')
  for (const damage of [changeByte, (path: string) => truncate(path, 60), (path: string) => cp(accounts, path)]) {
    await cp(join(backup, 'app', 'users.jsonl.sealed'), users)
    await damage(users)
    await expect(read()).rejects.toThrow('the backup is damaged: app/users.jsonl was changed or is incomplete')
  }
})

test('F38: a changed manifest is found', async () => {
  const damaged = join(root, 'damaged-manifest')
  await cp(backup, damaged, { recursive: true })
  const path = join(damaged, 'manifest.json')
  const { sealed } = JSON.parse(await readFile(path, 'utf8'))
  const bytes = Buffer.from(sealed.manifest, 'base64')
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await writeFile(path, JSON.stringify({ sealed: { ...sealed, manifest: bytes.toString('base64') } }))
  expect(await call('drill', [damaged])).toMatchObject({
    code: 1,
    output: expect.stringContaining('the backup is damaged: manifest.json was changed'),
  })
})
