import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadKeys } from './keys.ts'

const folder = await mkdtemp(join(tmpdir(), 'cuvee-keys-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
const load = (path: string, isInUse = false, env = {}) => loadKeys({ env, path, hasAccounts: async () => isInUse })

test('generates keys at the first start and loads the same keys later', async () => {
  const path = join(folder, 'first.json')
  const made = await load(path)
  expect([made.session.length, made.master.length]).toEqual([32, 32])
  expect(made.session).not.toEqual(made.master)
  expect(await load(path, true)).toEqual(made)
})

test('needs no key file when the environment contains the keys', async () => {
  const path = join(folder, 'never.json')
  const { session } = await load(path, true, { SESSION_KEY: key(1), MASTER_KEY: key(2) })
  expect(session).toEqual(Buffer.alloc(32, 1))
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('security 35: refuses to start with accounts but no key file, and generates no new one', async () => {
  const path = join(folder, 'lost.json')
  await expect(load(path, true)).rejects.toThrow('lost.json is missing: bring it back from a backup')
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('reads the master key from a file apart from the data, without quoting it when it is none', async () => {
  const file = join(folder, 'master')
  await writeFile(file, `${key(4)}\n`)
  const env = { SESSION_KEY: key(1), MASTER_KEY_FILE: file, MASTER_KEY_OLD: key(5) }
  const loaded = await load(join(folder, 'never.json'), true, env)
  expect([loaded.master, loaded.retiredMaster]).toEqual([Buffer.alloc(32, 4), Buffer.alloc(32, 5)])
  await writeFile(file, 'secret words')
  await expect(load(join(folder, 'never.json'), true, env)).rejects.toThrow(
    /^MASTER_KEY_FILE: must hold 32 bytes in base64$/,
  )
  const missing = { ...env, MASTER_KEY_FILE: join(folder, 'none') }
  await expect(load(join(folder, 'never.json'), true, missing)).rejects.toThrow(
    'MASTER_KEY_FILE: cannot be read (ENOENT)',
  )
})

test('security 35: encrypts no data with a master key that is in the same directory', async () => {
  const path = join(folder, 'same-key.json')
  const { master } = await load(path)
  const env = { MASTER_KEY: master.toString('base64'), ENCRYPT_DATA: true }
  for (const more of [{}, { SESSION_KEY: key(1) }])
    await expect(load(path, true, { ...env, ...more })).rejects.toThrow('same-key.json holds the same master key')
  expect((await load(path, true, { ...env, MASTER_KEY: key(9) })).master).toEqual(Buffer.alloc(32, 9))
})

test.each([
  ['cut short', `{"session":"${key(3)}","mas`],
  ['of short keys', JSON.stringify({ session: 'c2hvcnQ=', master: 'c2hvcnQ=' })],
  ['without one key', JSON.stringify({ session: key(3) })],
  ['empty', ''],
])('security 35: rejects a key file that is %s without quoting or changing it', async (_what, content) => {
  const path = join(folder, 'damaged.json')
  await writeFile(path, content)
  const refusal = await load(path).catch((error: unknown) => String(error))
  expect(refusal).toContain('damaged.json is damaged')
  expect(refusal).not.toContain(key(3).slice(0, 8))
  expect(await readFile(path, 'utf8')).toBe(content)
})
