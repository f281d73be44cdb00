import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadKeys } from './keys.ts'

const folder = await mkdtemp(join(tmpdir(), 'cuvee-keys-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64')
const load = (path: string, isInUse = false, env = {}) => loadKeys({ env, path, hasAccounts: async () => isInUse })

test('the first start makes keys, and every later one finds the same', async () => {
  const path = join(folder, 'first.json')
  const made = await load(path)
  expect([made.session.length, made.master.length]).toEqual([32, 32])
  expect(made.session).not.toEqual(made.master)
  expect(await load(path, true)).toEqual(made)
})

test('keys of the environment need no file', async () => {
  const path = join(folder, 'never.json')
  const { session } = await load(path, true, { SESSION_KEY: key(1), MASTER_KEY: key(2) })
  expect(session).toEqual(Buffer.alloc(32, 1))
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test('security 35: without its key file a server that has accounts refuses to start, and makes no new one', async () => {
  const path = join(folder, 'lost.json')
  await expect(load(path, true)).rejects.toThrow('lost.json is missing: bring it back from a backup')
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})

test.each([
  ['cut short', `{"session":"${key(3)}","mas`],
  ['of short keys', JSON.stringify({ session: 'c2hvcnQ=', master: 'c2hvcnQ=' })],
  ['without one key', JSON.stringify({ session: key(3) })],
  ['empty', ''],
])('security 35: a key file that is %s is refused without a word of it, and left as it is', async (_what, content) => {
  const path = join(folder, 'damaged.json')
  await writeFile(path, content)
  const refusal = await load(path).catch((error: unknown) => String(error))
  expect(refusal).toContain('damaged.json is damaged')
  expect(refusal).not.toContain(key(3).slice(0, 8))
  expect(await readFile(path, 'utf8')).toBe(content)
})
