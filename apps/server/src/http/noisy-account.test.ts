import { beforeAll, expect, test } from 'vitest'
import { registerWinery } from '#testkit/sample-account.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off', RESULT_CACHE_MB: '0' }, runsJobs: false })
let noisy: Member
let quiet: Member

beforeAll(async () => {
  noisy = await registerWinery(t, { seed: 5, orders: 10_000 })
  quiet = await registerWinery(t, { seed: 5, orders: 200 })
})

/** An uncached query, distinguished by its page size. */
const runReport = async ({ token }: Member, pageSize: number): Promise<{ status: number; ms: number }> => {
  const definition = {
    reportType: 'OrderLines',
    columns: [{ columnId: 'customerName' }, { columnId: 'productTitle' }, { columnId: 'netSales' }],
    groupColumns: ['customerName', 'productTitle'],
    orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
  }
  const begun = performance.now()
  const { statusCode } = await t.call('POST', '/reports/query', { token, body: { definition, pageSize } })
  return { status: statusCode, ms: performance.now() - begun }
}

test('fault F28: answers another account promptly while one account runs twenty heavy reports', async () => {
  const flood = Array.from({ length: 20 }, (_, index) => runReport(noisy, 100 + index))
  let isFlooding = true
  const done = Promise.all(flood).then((answers) => {
    isFlooding = false
    return answers
  })
  const begun = performance.now()
  const waits: number[] = []
  for (let question = 0; question < 4 && isFlooding; question += 1) {
    const { status, ms } = await runReport(quiet, 10 + question)
    expect(status).toBe(200)
    waits.push(ms)
  }
  const answers = await done
  const floodMs = performance.now() - begun
  expect(waits.length).toBeGreaterThan(1)
  expect(Math.max(...waits)).toBeLessThan(floodMs / 2)
  // Excess requests get a retryable status, never a 500.
  expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
})

test('60 reports that one account asks for at once wait for their turns', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => runReport(noisy, 200 + index)))
  expect(
    Map.groupBy(answers, ({ status }) => status)
      .keys()
      .toArray(),
  ).toEqual([200])
})

test('fault F28: the engine’s threads are halved while two people’s requests are served, whatever they ask for', async () => {
  await expect.poll(() => t.deps.activity.isShared).toBe(false)
  for (const { token } of [noisy, noisy]) await t.call('GET', '/user', { token })
  expect(t.deps.activity.isShared).toBe(false)
  await t.call('GET', '/user', { token: quiet.token })
  expect(t.deps.activity.isShared).toBe(true)
})

test('fault F28: answers another account’s reads and changes promptly while one account sends 150 changes', async () => {
  const goals = { goals: [{ metric: 'netSales', period: 'month', from: '2026-06-01', target: 1000 }] }
  const save = ({ token }: Member) => t.call('PUT', '/goals', { token, body: goals })
  const saved: string[] = []
  const flood = Array.from({ length: 150 }, (_, number) =>
    t
      .call('POST', '/dashboards', { token: noisy.token, body: { name: `Dashboard ${number}`, widgets: [] } })
      .then(({ statusCode }) => saved.push(`noisy ${statusCode}`)),
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  const answers = [save(quiet), t.call('GET', '/goals', { token: quiet.token })].map((answer) =>
    answer.then(({ statusCode }) => saved.push(`quiet ${statusCode}`)),
  )
  await Promise.all([...flood, ...answers])
  // Of the changes that came earlier, most are still waiting.
  expect(saved.filter((answer) => answer === 'quiet 200')).toHaveLength(2)
  expect(saved.lastIndexOf('quiet 200')).toBeLessThan(75)
  expect(saved.filter((answer) => answer === 'noisy 201')).toHaveLength(150)
})
