import { expect, test } from 'vitest'
import { CredentialsRejected } from '../kit/platform-problems.ts'
import { type FakeShopOptions, type FakeShopSetup, setUpFakeShop } from './fake/fake-shop-setup.fixture.ts'
import { FAKE_APP, FAKE_SHOP } from './fake/fake-shopify.fixture.ts'

const DAY_MS = 86_400_000

const setUp = async (options: FakeShopOptions, hidden: readonly string[] = []): Promise<FakeShopSetup> => {
  const setup = await setUpFakeShop(options)
  for (const field of hidden) setup.fake.hidden.add(field)
  return setup
}

const APP = {
  settings: { shop: FAKE_SHOP, clientId: FAKE_APP.clientId },
  secrets: { clientSecret: FAKE_APP.clientSecret },
}

test('exchanges client ID and secret for a token once, and again when a day has passed', async () => {
  const { connect, fake, sink, expected, clock } = await setUp({ orders: 20 })
  const { session } = connect(APP)
  await sink.sync(session)
  expect(sink.rows()).toEqual(expected())
  expect(fake.tokens.size).toBe(1)
  clock.now += DAY_MS
  await sink.sync(session)
  expect(fake.tokens.size).toBe(2)
})

test.each([
  ['a wrong client secret', { ...APP, secrets: { clientSecret: 'wrong' } }, 'client ID and secret for this shop'],
  ['neither a client ID nor a token', { settings: { shop: FAKE_SHOP }, secrets: {} }, 'Enter the client ID'],
])('rejects %s and says what to do', async (_what, credentials, message) => {
  const { connect } = await setUp({ orders: 1 })
  const failure = await connect(credentials)
    .session.test()
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CredentialsRejected)
  expect(String(failure)).toContain(message)
})

const HIDDEN = [
  ['names', ['displayName'], ['customer names']],
  ['email addresses', ['defaultEmailAddress'], ['no email addresses']],
  ['addresses', ['shippingAddress', 'billingAddress', 'defaultAddress'], ['no places']],
  [
    'names, emails and addresses',
    ['displayName', 'defaultEmailAddress', 'shippingAddress', 'billingAddress', 'defaultAddress'],
    ['customer names', 'no email addresses', 'no places'],
  ],
  ['customers', ['customer', 'customers', 'customersCount'], ['Customers aren’t synced']],
] as const

const IS_ADDRESS = ['city', 'state', 'country', 'postal_code', 'delivery_method']

/** Columns that may be empty or differ when these fields are hidden. */
const HIDDEN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  displayName: ['name', 'customer_name'],
  defaultEmailAddress: ['email'],
  shippingAddress: IS_ADDRESS,
  customer: ['customer_source_id', 'customer_name'],
}

const without = (rows: ReturnType<FakeShopSetup['expected']>, fields: readonly string[]) => {
  const columns = new Set(fields.flatMap((field) => HIDDEN_COLUMNS[field] ?? []))
  return rows
    .filter(({ table }) => table !== 'customers' || !fields.includes('customers'))
    .map(({ table, row }) => ({
      table,
      row: Object.fromEntries(Object.entries(row).filter(([name]) => table === 'inventory' || !columns.has(name))),
    }))
}

test.each(HIDDEN)('reads every order when Shopify hides %s, and the test says so', async (_what, fields, warnings) => {
  const { connect, sink, expected } = await setUp({ orders: 60 }, fields)
  const { session } = connect()
  expect((await session.test()).warnings).toEqual([
    ...warnings.map((text) => expect.stringContaining(text)),
    expect.stringContaining('“580111” isn’t a known channel'),
  ])
  await sink.sync(session)
  expect(without(sink.rows(), fields)).toEqual(without(expected(), fields))
})

test('exports a long history without the fields that Shopify hides', async () => {
  const { sync, sink, expected, fake } = await setUp({ orders: 1100 }, ['displayName'])
  await sync()
  expect(fake.operations.map(({ status }) => status)).not.toContain('DENIED')
  expect(without(sink.rows(), ['displayName'])).toEqual(without(expected(), ['displayName']))
})

test('orders that Shopify hides are an error with its reason, not zero orders', async () => {
  const { connect, sync } = await setUp({ orders: 5 }, ['orders'])
  const message = 'protected customer data (orders)'
  await expect(connect().session.test()).rejects.toThrow(message)
  await expect(sync({ streams: ['orders'] })).rejects.toThrow(message)
})

test('customers that Shopify hides later stay stored, and are read from the beginning once it shows them', async () => {
  const { sync, sink, expected, fake } = await setUp({ orders: 20 }, ['customer', 'customers', 'customersCount'])
  const stored = () => sink.rows().filter(({ table }) => table === 'customers')
  await sync()
  await sync()
  expect(stored()).toEqual([])
  fake.hidden.clear()
  await sync()
  expect(stored()).toEqual(expected().filter(({ table }) => table === 'customers'))
  fake.hidden.add('customers').add('customer')
  await expect(sync()).rejects.toThrow('no longer shows customers')
  expect(stored()).toEqual(expected().filter(({ table }) => table === 'customers'))
})
