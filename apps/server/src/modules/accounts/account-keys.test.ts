import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/clock.ts'
import { unscoped } from '#server/db/database.ts'
import { purgeAccountsJob } from '#server/modules/account-lifecycle/purge-accounts.job.ts'
import { StartFailure } from '#server/runtime.ts'
import { runJob } from '#testkit/run-job.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { accountPaths } from '#warehouse/duckdb/paths.ts'
import { customerRow } from '#warehouse/duckdb/sample-rows.fixture.ts'
import { addKey, createAccountKeys, renewAccountKeys } from './account-keys.ts'
import { turnOverFilesJob } from './turn-over-files.job.ts'

const MASTER_KEY = randomBytes(32).toString('base64')
const t = await testApp({ env: { RATE_LIMITS: 'off', ENCRYPT_DATA: '1', MASTER_KEY }, runsJobs: false })
const db = unscoped(t.deps.db)
const NAME = 'Ottoline Quillfeather'

const withCustomer = async (): Promise<Member> => {
  const member = await t.register()
  const customers = [customerRow({ name: NAME, email: 'ottoline@quillfeather.example' })]
  await t.load(member.accountId, { customers }, { timeZone: 'UTC' })
  return member
}

const keysOf = (accountId: number) =>
  db.selectFrom('account_encryption_keys').selectAll().where('account_id', '=', accountId).orderBy('version').execute()

const customersOf = ({ accountId }: Member) => t.rows(accountId, 'SELECT name FROM customers')

const holds = async (text: string): Promise<boolean> => {
  const entries = await readdir(t.deps.paths.root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const contents = await Promise.all(files.map((file) => readFile(file)))
  return contents.some((content) => content.includes(text))
}

const turnOver = () => runJob(turnOverFilesJob, t.deps)

test('no file of the data directory holds a customer’s name, and the stored key is sealed', async () => {
  const member = await withCustomer()
  expect(await customersOf(member)).toEqual([[NAME]])
  expect([await holds(NAME), await holds('quillfeather.example')]).toEqual([false, false])
  const [stored] = await keysOf(member.accountId)
  const { wanted } = await createAccountKeys(t.deps, true).find(member.accountId)
  expect(Buffer.from(wanted ?? '', 'base64')).toHaveLength(32)
  expect(stored?.sealed.includes(wanted ?? '')).toBe(false)
  expect((await keysOf(member.accountId)).length).toBe(1)
})

test('two first openings at one time make one key, and an unknown account gets none', async () => {
  const { accountId } = await t.register()
  const keys = createAccountKeys(t.deps, true)
  const found = await Promise.all([keys.find(accountId), keys.find(accountId), keys.find(accountId)])
  expect(new Set(found.map(({ wanted }) => wanted)).size).toBe(1)
  await expect(keys.find(4711)).rejects.toMatchObject({ code: 'account.not_found' })
})

test('a new key replaces the old one by the next run of the job, without losing a row', async () => {
  const member = await withCustomer()
  const [old] = await keysOf(member.accountId)
  await addKey(t.deps, member.accountId)
  expect(await keysOf(member.accountId)).toHaveLength(2)
  await turnOver()
  const left = await keysOf(member.accountId)
  expect(left.map(({ version }) => version)).toEqual([2])
  expect(left[0]?.sealed.equals(old?.sealed ?? Buffer.of())).toBe(false)
  expect(await customersOf(member)).toEqual([[NAME]])
})

test('a key of another account opens no file', async () => {
  const [one, other] = [await withCustomer(), await withCustomer()]
  const [sealed] = await keysOf(one.accountId)
  await db
    .updateTable('account_encryption_keys')
    .set({ sealed: sealed?.sealed ?? Buffer.of() })
    .where('account_id', '=', other.accountId)
    .execute()
  await expect(createAccountKeys(t.deps, true).find(other.accountId)).rejects.toThrow('could not be opened')
})

test('security 35: keys are sealed with a new master key, and a start without the right one is refused', async () => {
  await db.deleteFrom('account_encryption_keys').execute()
  const member = await withCustomer()
  const next = { ...t.deps.keys, master: randomBytes(32) }
  await expect(renewAccountKeys({ ...t.deps, keys: next })).rejects.toThrow(StartFailure)
  await expect(renewAccountKeys({ ...t.deps, keys: next })).rejects.toThrow(`the key of account ${member.accountId}`)
  const both = { ...next, retiredMaster: t.deps.keys.master }
  const before = await createAccountKeys(t.deps, true).find(member.accountId)
  await renewAccountKeys({ ...t.deps, keys: both })
  expect(await createAccountKeys({ ...t.deps, keys: next }, true).find(member.accountId)).toEqual(before)
  await renewAccountKeys({ ...t.deps, keys: { ...t.deps.keys, retiredMaster: next.master } })
})

test('security 52: a purged account has no key and no file', async () => {
  const member = await withCustomer()
  await t.call('DELETE', '/account', { token: member.token, body: { password: member.password } })
  t.clock.advance(31 * DAY_MS)
  await runJob(purgeAccountsJob, t.deps)
  expect(await keysOf(member.accountId)).toEqual([])
  const { file } = accountPaths(t.deps.paths.root, member.accountId)
  await expect(readFile(file)).rejects.toThrow('ENOENT')
})
