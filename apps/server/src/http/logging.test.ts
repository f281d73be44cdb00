import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'
import { loggingOptions } from './logging.ts'

const written: string[] = []
const sink = new Writable({
  write(chunk, _encoding, done) {
    written.push(String(chunk))
    done()
  },
})
const log = pino(loggingOptions({ LOG_LEVEL: 'debug' }), sink)
const t = await testApp({ deps: { log }, runsJobs: false })

/** The log lines that the server writes during `work`. */
const linesOf = async (work: () => Promise<unknown>): Promise<Record<string, unknown>[]> => {
  const from = written.length
  await work()
  return written.slice(from).map((line) => JSON.parse(line))
}

test('security 50: never logs a password, token or query string', async () => {
  const member = await t.register({ password: 'Vintage#Nine9' })
  const secrets = [member.password, member.token, member.refreshToken, 'mailed-secret']
  const lines = await linesOf(async () => {
    const { email, token, refreshToken } = member
    await t.signIn(email, member.password)
    await t.call('POST', '/token', { body: { grant_type: 'password', username: email, password: 'Wrong&Secret7' } })
    await t.call('POST', '/token', { body: { grant_type: 'refresh_token', refresh_token: refreshToken } })
    await t.call('GET', '/user/verify-email?token=mailed-secret&userId=x')
    await t.call('POST', '/user/reset-password', {
      body: { token: 'mailed-secret', userId: 'x', password: member.password },
    })
    await t.call('POST', '/account/sign-out', { token })
    await t.call('GET', `/account?access_token=${token}`)
  })
  expect(lines.length).toBeGreaterThanOrEqual(7)
  const text = written.join('')
  for (const secret of [...secrets, 'Wrong&Secret7']) expect(text).not.toContain(secret)
})

test('security 50: redacts secrets in logged objects and drops row values from driver errors', async () => {
  const [line] = await linesOf(async () => {
    const err = Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(ann@b.example)', code: '23505' })
    log.error(
      { err, password: 'p1', body: { refresh_token: 'r1', secret: 's1' }, authorization: 'Bearer x1' },
      'failed',
    )
  })
  const text = JSON.stringify(line)
  for (const hidden of ['p1', 'r1', 's1', 'x1', 'ann@b.example']) expect(text).not.toContain(`${hidden}"`)
  expect(line).toMatchObject({ err: { message: 'duplicate key', code: '23505' } })
  expect(String(line?.time)).toMatch(/^\d{4}-.*Z$/)
})

test('security 50: logs one line per request with user, account and request id, and input cannot forge a line', async () => {
  const { token, userId, accountId } = await t.register()
  const lines = await linesOf(async () => {
    await t.call('GET', '/dashboards/%0A%7B%22level%22%3A%22fatal%22%7D', { token })
    const body = { grant_type: 'password', username: 'a\n{"level":"fatal"}', password: 'x' }
    await t.call('POST', '/token', { body, headers: { 'user-agent': 'a\tb' } })
  })
  const answered = lines.filter(({ msg }) => msg === 'answered')
  expect(answered).toHaveLength(2)
  expect(answered[0]).toMatchObject({ status: 404, userId, accountId, reqId: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(lines.filter(({ level }) => level === 'fatal')).toEqual([])
})
