import { createServer } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { unscoped } from '#server/db/database.ts'
import { isFullLane } from '#testkit/lane.ts'
import { startMailServer } from '#testkit/mail-server.ts'
import { testApp } from '#testkit/test-app.ts'
import { deliverDueMail, retryDelay, startDelivery } from './delivery.ts'
import { type MailTransport, smtpTransport } from './transport.ts'

const t = await testApp({ runsJobs: false, env: { RATE_LIMITS: 'off' } })
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

const mailServer = async (options: SMTPServerOptions = {}) => {
  const server = await startMailServer(options)
  open.push(server)
  return server
}

const content = { subject: 'Grüße aus dem Keller', text: 'Hello\n', html: '<p>Hello</p>' }
const queue = async (to: string) => {
  await t.deps.mailer.queue(t.deps.db, { accountId: null, to, content: content })
}
const deliver = (transport: MailTransport) =>
  deliverDueMail({ db: t.deps.db, clock: t.clock, log: t.deps.log, transport })
const rowOf = (to: string) =>
  unscoped(t.deps.db).selectFrom('outbox_mail').selectAll().where('to_address', '=', to).executeTakeFirstOrThrow()

const rejecting = (responseCode: number, message: string): SMTPServerOptions => ({
  onRcptTo: (_address, _session, done) => done(Object.assign(new Error(message), { responseCode })),
})

test('delivers a queued email once, as text and HTML, and deletes its content afterwards', async () => {
  const { received, transport } = await mailServer()
  await queue('one@winery.example')
  await deliver(transport)
  await deliver(transport)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatch(/^To: one@winery\.example/m)
  expect(received[0]).toMatch(/^From: Cuvee <no-reply@cuvee\.example>/m)
  expect(received[0]).toMatch(/multipart\/alternative/)
  expect(await rowOf('one@winery.example')).toMatchObject({
    attempts: 1,
    text: '',
    html: '',
    sent_at: new Date(t.clock.now()),
  })
})

test('never sends an email whose transaction is rolled back', async () => {
  const { received, transport } = await mailServer()
  const attempt = t.deps.db.transaction().execute(async (trx) => {
    await t.deps.mailer.queue(trx, { accountId: null, to: 'never@winery.example', content: content })
    throw new Error('rolled back')
  })
  await expect(attempt).rejects.toThrow('rolled back')
  await deliver(transport)
  expect(received).toEqual([])
})

test('fault F25: retries with increasing delays while the mail server rejects temporarily', async () => {
  const down = await mailServer(rejecting(451, 'try later'))
  await queue('later@winery.example')
  await deliver(down.transport)
  expect(await rowOf('later@winery.example')).toMatchObject({ attempts: 1, sent_at: null, failed_at: null })
  t.clock.advance(retryDelay(1) - 1)
  await deliver(down.transport)
  expect(await rowOf('later@winery.example')).toMatchObject({ attempts: 1 })
  t.clock.advance(1)
  await deliver(down.transport)
  expect(await rowOf('later@winery.example')).toMatchObject({
    attempts: 2,
    last_error: expect.stringContaining('try later'),
  })
  const up = await mailServer()
  t.clock.advance(retryDelay(2))
  await deliver(up.transport)
  expect(up.received).toHaveLength(1)
})

test('fault F25: keeps an email queued when the mail server is unreachable', async () => {
  const transport = smtpTransport('smtp://127.0.0.1:1', 'no-reply@cuvee.example')
  await queue('offline@winery.example')
  await deliver(transport)
  expect(await rowOf('offline@winery.example')).toMatchObject({ sent_at: null, failed_at: null, text: 'Hello\n' })
})

test.runIf(isFullLane)(
  'fault F25: gives up on a silent mail server, and delivers the mail later (full lane)',
  { timeout: 40_000 },
  async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    open.push({ close: () => new Promise((resolve) => silent.close(() => resolve())) })
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    await queue('silence@winery.example')
    const begun = performance.now()
    await deliver(smtpTransport(`smtp://127.0.0.1:${port}`, 'Cuvee <no-reply@cuvee.example>'))
    expect(performance.now() - begun).toBeLessThan(25_000)
    expect(await rowOf('silence@winery.example')).toMatchObject({ attempts: 1, sent_at: null, failed_at: null })
  },
)

test('does not retry a permanently rejected recipient', async () => {
  const { transport } = await mailServer(rejecting(550, 'no such user'))
  await queue('nobody@winery.example')
  await deliver(transport)
  expect(await rowOf('nobody@winery.example')).toMatchObject({ failed_at: new Date(t.clock.now()), attempts: 1 })
})

test('sends each email once with concurrent deliveries', async () => {
  const { received, transport } = await mailServer()
  for (let number = 0; number < 5; number++) await queue(`both-${number}@winery.example`)
  await Promise.all([deliver(transport), deliver(transport), deliver(transport)])
  expect(received).toHaveLength(5)
})

test('doubles the retry delay from 30 seconds to one hour', () => {
  expect([1, 2, 3, 8, 30].map(retryDelay)).toEqual([30_000, 60_000, 120_000, 3_600_000, 3_600_000])
})

test('delivers an email queued while running, and stops', async () => {
  const { received, transport } = await mailServer()
  const delivery = startDelivery({ db: t.deps.db, clock: t.clock, log: t.deps.log, transport })
  await queue('running@winery.example')
  await expect.poll(() => received.length).toBe(1)
  await delivery.stop()
})
