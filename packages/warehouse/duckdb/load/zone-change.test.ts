import fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '#testkit/lane.ts'
import { winery } from '../../conformance/generated-winery.fixture.ts'
import type { VisitRules } from '../../engine.ts'
import type { Batch } from '../load-batch.fixture.ts'
import { lineRow, orderRow } from '../sample-rows.fixture.ts'
import { everythingStored, testWarehouse } from '../test-warehouse.fixture.ts'

/** Zones whose clocks change on another date, by another amount, at midnight, by a whole day, or never. */
const ZONES = [
  'America/Los_Angeles',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'UTC',
] as const

const rules: VisitRules = {
  version: 1,
  tastingProducts: [{ sku: 'TST', guestsPerUnit: 2 }],
  excludedExperiences: ['Dinner'],
  signupProducts: [{ sku: 'CH-20', clubName: 'Estate' }],
}

/** Instants and wall-clock times around the clock changes of some zone, including skipped and repeated ones. */
const CHANGES = ['2026-03-08T09:30', '2026-11-01T08:30', '2026-04-04T14:45', '2018-11-04T02:30', '2011-12-30T09:30']

const atChanges: Batch = {
  orders: CHANGES.flatMap((at, index) => [
    orderRow({ source_id: `instant${index}`, ordered: Date.parse(`${at}Z`) }),
    orderRow({ source_id: `wall${index}`, time_basis: 'local', ordered: `${at.replace('T', ' ')}:00` }),
    orderRow({ source_id: `early${index}`, time_basis: 'local', ordered: `${at.slice(0, 10)} 00:30:00` }),
  ]),
  order_lines: CHANGES.flatMap((_, index) =>
    ['instant', 'wall', 'early'].map((name) => lineRow({ order_source_id: `${name}${index}`, amount: index + 1 })),
  ),
}

test('F30 rows after a change of zone equal a fresh load in it, whatever was loaded meanwhile', async () => {
  const zone = fc.constantFrom(...ZONES)
  const property = fc.asyncProperty(winery, zone, zone, async (services, before, after) => {
    const finish: (() => Promise<void>)[] = []
    const atEnd = (one: () => Promise<void>) => finish.unshift(one)
    const moved = await testWarehouse({}, atEnd)
    const [first = {}, second = {}] = [...services.values()]
    const old = { calendar: { timeZone: before }, visitRules: rules }
    await moved.load(atChanges, { ...old, serviceId: 's0' })
    await moved.load(first, old)
    await moved.warehouse.changeCalendar(1, { timeZone: after })
    // it began before the change
    await moved.load(second, { ...old, serviceId: 's2' })

    const fresh = await testWarehouse({}, atEnd)
    const request = { calendar: { timeZone: after }, visitRules: rules }
    await fresh.load(atChanges, { ...request, serviceId: 's0' })
    await fresh.load(first, request)
    await fresh.load(second, { ...request, serviceId: 's2' })
    expect(await everythingStored(moved.rows)).toEqual(await everythingStored(fresh.rows))
    for (const one of finish) await one()
  })
  await fc.assert(property, { numRuns: volume({ normal: 1, full: 6 }), seed: 9 })
})
