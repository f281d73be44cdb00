import { describe, expect, test } from 'vitest'
import { customerRow, lineRow, orderRow, productRow } from '../sample-rows.fixture.ts'
import { testWarehouse } from '../test-warehouse.fixture.ts'

const VALUES = `SELECT 'order', source_id, custom FROM orders UNION ALL SELECT 'line', source_id, custom FROM order_lines
  UNION ALL SELECT 'customer', source_id, custom FROM customers UNION ALL SELECT 'product', source_id, custom FROM products
  ORDER BY ALL`

const json = (values: Readonly<Record<string, string | null>>): string => JSON.stringify(values)

const everyRecord = (custom: string | null) => ({
  orders: [orderRow({ custom })],
  order_lines: [lineRow({ custom })],
  customers: [customerRow({ source_id: 'c1', custom })],
  products: [productRow({ source_id: 'p1', custom })],
})

describe('values of custom fields', () => {
  test('are stored as given, without those that are null', async () => {
    const { load, rows } = await testWarehouse()
    await load(everyRecord(json({ custom_a: '"\'\\ 🍷', custom_b: null })))
    const kept = json({ custom_a: '"\'\\ 🍷' })
    expect(await rows(VALUES)).toEqual([
      ['customer', 'c1', kept],
      ['line', 'o1/1', kept],
      ['order', 'o1', kept],
      ['product', 'p1', kept],
    ])
  })

  test.each([
    ['a load that names none of them keeps them', undefined, { custom_a: '1', custom_b: '2' }],
    ['a load that gives null for all keeps them', null, { custom_a: '1', custom_b: '2' }],
    ['a load changes those that it names', json({ custom_b: '3' }), { custom_a: '1', custom_b: '3' }],
    ['a load adds others', json({ custom_c: '3' }), { custom_a: '1', custom_b: '2', custom_c: '3' }],
    ['a load removes those that it gives as null', json({ custom_a: null }), { custom_b: '2' }],
    ['a load that removes all of them leaves none', json({ custom_a: null, custom_b: null }), null],
  ])('%s', async (_rule, given, kept) => {
    const { load, rows } = await testWarehouse()
    await load(everyRecord(json({ custom_a: '1', custom_b: '2' })))
    const next = everyRecord(null)
    await load({
      ...next,
      orders: [orderRow(given === undefined ? {} : { custom: given })],
      order_lines: [lineRow(given === undefined ? {} : { custom: given })],
      customers: [customerRow({ source_id: 'c1', ...(given === undefined ? {} : { custom: given }) })],
      products: [productRow({ source_id: 'p1', ...(given === undefined ? {} : { custom: given }) })],
    })
    const stored = (await rows(VALUES)).map(([, , custom]) =>
      typeof custom === 'string' ? JSON.parse(custom) : custom,
    )
    expect(stored).toEqual([kept, kept, kept, kept])
  })

  test('the same values in another order change nothing', async () => {
    const { load } = await testWarehouse()
    await load(everyRecord(json({ custom_a: '1', custom_b: '2' })))
    expect(await load(everyRecord(json({ custom_b: '2', custom_a: '1' })))).toMatchObject({ changed: false })
  })

  test('a load that replaces everything keeps none', async () => {
    const { load, rows } = await testWarehouse()
    await load(everyRecord(json({ custom_a: '1' })))
    await load(everyRecord(json({ custom_b: '2' })), { mode: 'replace' })
    expect((await rows(VALUES)).map(([, , custom]) => custom)).toEqual(Array(4).fill(json({ custom_b: '2' })))
  })

  test('another service keeps its own values for the same IDs', async () => {
    const { load, rows } = await testWarehouse()
    await load(everyRecord(json({ custom_a: '1' })), { serviceId: 's1' })
    await load(everyRecord(null), { serviceId: 's2' })
    const sql = 'SELECT service_id, custom FROM orders ORDER BY 1'
    expect(await rows(sql)).toEqual([
      ['s1', json({ custom_a: '1' })],
      ['s2', null],
    ])
  })

  test('of deleted fields are removed from every record of every service, and no others', async () => {
    const { warehouse, load, rows } = await testWarehouse()
    const two = json({ custom_a: '1', custom_b: '2' })
    await load({ ...everyRecord(two), products: [productRow({ source_id: 'p1', custom: json({ custom_a: '3' }) })] })
    await load({ orders: [orderRow({ custom: json({ custom_b: 'custom_a' }) })] }, { serviceId: 's2' })
    expect(await warehouse.removeCustomValues(1, ['custom_a', 'custom_c'])).toMatchObject({ changed: true })
    const kept = json({ custom_b: '2' })
    expect(await rows(VALUES)).toEqual([
      ['customer', 'c1', kept],
      ['line', 'o1/1', kept],
      ['order', 'o1', kept],
      ['order', 'o1', json({ custom_b: 'custom_a' })],
      ['product', 'p1', null],
    ])
    expect(await warehouse.removeCustomValues(1, ['custom_a', 'custom_c'])).toMatchObject({ changed: false })
    expect(await warehouse.removeCustomValues(2, ['custom_a'])).toMatchObject({ changed: false })
  })
})
