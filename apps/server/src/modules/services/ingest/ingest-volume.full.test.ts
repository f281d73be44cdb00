import { expect, test } from 'vitest'
import { testApp } from '#testkit/test-app.ts'

const RECORDS = Number(process.env.INGEST_RECORDS ?? 1_000_000)
const BATCH = 1_000
/** Requests that a program sends at a time. */
const PARALLEL = 4

const t = await testApp({ env: { RATE_LIMITS: 'off' } })

const amountOf = (index: number): number => 10 + (index % 90)
const dayOf = (index: number): string =>
  `2025-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`

const csv = (): string => {
  const lines = ['orderId,orderDate,sku,quantity,unitPrice']
  for (let index = 0; index < RECORDS; index += 1)
    lines.push(`o${index},${dayOf(index)},SKU-${index % 500},1,${amountOf(index)}.00`)
  return `${lines.join('\n')}\n`
}

const order = (index: number) => ({
  sourceId: `o${index}`,
  orderNumber: `o${index}`,
  ordered: `${dayOf(index)}T12:00:00`,
  total: amountOf(index),
  lines: [{ lineId: '1', sku: `SKU-${index % 500}`, quantity: 1, unitPrice: amountOf(index), amount: amountOf(index) }],
})

test('one million pushed records are the same as uploaded ones, and the same again change nothing; says how long both took', async () => {
  const [uploader, pusher] = [await t.register(), await t.register()]
  const idle = (token: string, serviceId: string) =>
    expect
      .poll(async () => (await t.call('GET', `/service/${serviceId}`, { token })).json().state, {
        timeout: 1_800_000,
        interval: 50,
      })
      .toBe('idle')

  const service = { type: 'csv', name: 'Files', settings: {} }
  const { id } = (await t.call('POST', '/service', { token: uploader.token, body: service })).json()
  const payload = csv()
  const uploadBegan = performance.now()
  await t.app.inject({
    method: 'POST',
    url: `/api/service/${id}/upload?kind=order_lines`,
    headers: { authorization: `Bearer ${uploader.token}`, 'content-type': 'multipart/form-data; boundary=b' },
    payload: `--b\r\ncontent-disposition: form-data; name="file"; filename="orders.csv"\r\ncontent-type: text/csv\r\n\r\n${payload}\r\n--b--\r\n`,
  })
  await idle(uploader.token, id)
  const uploadMs = performance.now() - uploadBegan

  const { key } = (
    await t.call('POST', '/api-keys', { token: pusher.token, body: { name: 'P', scope: 'write' } })
  ).json()
  const push = async (first: number): Promise<string> => {
    const records = Array.from({ length: Math.min(BATCH, RECORDS - first) }, (_, index) => order(first + index))
    const answer = await t.call('POST', '/ingest/orders', { token: key, body: { records } })
    expect(answer.json()).toMatchObject({ accepted: records.length, rejected: 0 })
    return answer.json().serviceId
  }
  const pushBegan = performance.now()
  let serviceId = ''
  for (let first = 0; first < RECORDS; first += BATCH * PARALLEL) {
    const starts = Array.from({ length: PARALLEL }, (_, index) => first + index * BATCH).filter((one) => one < RECORDS)
    serviceId = (await Promise.all(starts.map(push)))[0] ?? ''
  }
  await idle(pusher.token, serviceId)
  const pushMs = performance.now() - pushBegan

  const definition = { reportType: 'Orders', columns: [{ columnId: 'orderCount' }, { columnId: 'netSales' }] }
  const totalsOf = async (token: string) =>
    (await t.call('POST', '/reports/query', { token, body: { definition } })).json().totals
  expect(await totalsOf(pusher.token)).toEqual(await totalsOf(uploader.token))
  const version = (await t.deps.warehouse.status(pusher.accountId)).dataVersion
  for (let first = 0; first < Math.min(RECORDS, 20_000); first += BATCH) await push(first)
  await idle(pusher.token, serviceId)
  expect((await t.deps.warehouse.status(pusher.accountId)).dataVersion).toBe(version)
  process.stdout.write(`upload ${Math.round(uploadMs)} ms, push ${Math.round(pushMs)} ms\n`)
}, 3_600_000)
