import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openPool } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' }, runsJobs: false })
const pool = openPool({ connection: t.connection, log: pino({ enabled: false }), max: 1 })
afterAll(() => pool.end())

/** What the server knows of a caller, or why it refuses it. */
const callerOutcome = (token: string): Promise<string> =>
  t.deps.authenticate(token).then(
    (caller) => JSON.stringify(caller),
    (error: Error) => error.message,
  )

/** Changes of every table that callers are read from, by account and user. */
const CHANGES: readonly (readonly [of: 'both' | 'session' | 'key', sql: string])[] = [
  ['both', `update users set roles = roles || '{BillingAdmin}' where account_id = $1 and id = $2`],
  ['both', `update accounts set account_type = 'Micro' where id = $1 and $2 <> ''`],
  ['both', `update accounts set custom_fields = custom_fields || '[{"key": "x"}]' where id = $1 and $2 <> ''`],
  ['session', `update sessions set signed_on_at = now() where account_id = $1 and user_id = $2`],
  ['key', `update api_keys set scope = 'write' where account_id = $1 and user_id = $2`],
  ['session', `update sessions set signed_on_at = null where account_id = $1 and user_id = $2`],
  [
    'both',
    `with required as (update accounts set sign_on_required = true where id = $1)
      insert into sign_on_domains (account_id, domain, proof, created_at, proved_at)
      select account_id, split_part(email, '@', -1), 'p', now(), now() from users where account_id = $1 and id = $2`,
  ],
  [
    'key',
    `insert into external_identities (account_id, issuer, subject, user_id, created_at, last_used_at)
      values ($1, 'i', 's', $2, now(), now())`,
  ],
  ['both', `update users set disabled_at = now() where account_id = $1 and id = $2`],
  ['both', `update users set disabled_at = null where account_id = $1 and id = $2`],
]

test('each change of a caller’s rows counts from the next request on, and only a change gives new settings', async () => {
  const { token, accountId, userId } = await t.register()
  const body = { name: 'Till', scope: 'read' }
  const { key } = (await t.call('POST', '/api-keys', { token, body })).json()
  expect((await t.deps.authenticate(token)).account).toBe((await t.deps.authenticate(token)).account)
  for (const [of, sql] of CHANGES) {
    const before = [await callerOutcome(token), await callerOutcome(key)]
    expect([await callerOutcome(token), await callerOutcome(key)]).toEqual(before)
    expect((await pool.query(sql, [accountId, userId])).rowCount).toBe(1)
    const after = [await callerOutcome(token), await callerOutcome(key)]
    if (of !== 'key') expect(after[0], sql).not.toBe(before[0])
    if (of !== 'session') expect(after[1], sql).not.toBe(before[1])
  }
  await pool.query('delete from sessions where user_id = $1', [userId])
  await pool.query('delete from api_keys where user_id = $1', [userId])
  expect(await callerOutcome(token)).toMatch(/session has ended/)
  expect(await callerOutcome(key)).toMatch(/not valid/)
})

test('callers who ask at the same time each get their own rows', async () => {
  const members = await Promise.all([t.register(), t.register(), t.register()])
  const tokens = members.map(({ token }) => token)
  const askAll = () => Promise.all([...tokens, 'none.0.0.x'].map(callerOutcome))
  const [first, second] = [await askAll(), await askAll()]
  expect(second).toEqual(first)
  for (const [at, { userId }] of members.entries()) expect(JSON.parse(first[at] ?? '').userId).toBe(userId)
})
