import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mountSmallDisk } from '#testkit/small-disk.ts'
import { testApp } from '#testkit/test-app.ts'
import { serviceCalls } from './service-calls.fixture.ts'

const MIB = 1024 ** 2

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
const { addService, stage, upload, imported } = serviceCalls(t)

const rows = Array.from({ length: 60_000 }, (_, index) => `O${index},2026-03-01,SKU-${index},1,12.50`)
const FILE = `orderId,orderDate,sku,quantity,unitPrice\n${rows.join('\n')}\n`
const FORM = { kind: 'order_lines' }

test('F6, F36: rejects an upload on a full disk and accepts it once space is freed (needs the right to mount)', async (context) => {
  const member = await t.register()
  const { id } = await addService(member)
  const staging = await t.deps.warehouse.stagingFolder(member.accountId)
  if (!(await mountSmallDisk(staging, 8))) return context.skip('this user may not mount a file system')
  const ballast = join(staging, 'ballast')
  await writeFile(ballast, Buffer.alloc(7 * MIB))

  const refusals = [await stage(member, id, FILE), await upload(member, id, FILE, FORM)]
  for (const refused of refusals) {
    expect(refused.statusCode).toBe(507)
    expect(refused.json().errors).toEqual([
      { code: 'storage.full', message: 'Storage is full. Your changes were not saved.' },
    ])
  }
  expect(await readdir(staging)).toEqual(['ballast'])
  const files = t.deps.db.selectFrom('staged_files').where('account_id', '=', member.accountId).selectAll()
  expect(await files.execute()).toEqual([])
  const history = await t.call('GET', `/service/${id}/runs`, { token: member.token })
  expect(history.json().total).toBe(0)

  await rm(ballast)
  const done = await imported(member, id, FILE, FORM)
  expect(done).toMatchObject({ status: 'succeeded', counts: { accepted: rows.length, orders: rows.length } })
  expect(await readdir(staging)).toEqual([])
})
