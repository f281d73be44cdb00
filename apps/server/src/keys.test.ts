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
