import { z } from 'zod'
import type { Connection, PlatformFacts, PlatformSession } from '../kit/connector.ts'
import { changesStream } from './changes-stream.ts'
import { type Commerce7Api, createCommerce7Api, type ListSpec, readSetting } from './commerce7-api.ts'
import { Customer, customerRows } from './customers.ts'
import { Id, OptionalInstant } from './fields.ts'
import { Stock, stockRows } from './inventory.ts'
import { Membership, membershipRows } from './memberships.ts'
import { type Books, orderRows } from './order-rows.ts'
import { Order } from './order-schema.ts'
import { ordersOfSpan } from './orders-of-span.ts'
import { factsOf, type ProductFact, type ProductFacts } from './product-facts.ts'
import { Product, productFact, productRows } from './products.ts'
import { ReleaseDates, releaseRows } from './release-rows.ts'
import { Reservation, reservationRows } from './reservations.ts'
import { removalsOf, TRASH_TABLES, Trashed } from './trash.ts'
import { wholeByCursor, wholeByNumber } from './whole-streams.ts'

export const LISTS = {
  clubs: { name: 'clubs', path: '/club', keys: ['clubs'] },
  products: { name: 'products', path: '/product', keys: ['products'] },
  inventory: { name: 'inventory', path: '/inventory', keys: ['inventory', 'inventories'] },
  customers: { name: 'customers', path: '/customer', keys: ['customers'] },
  memberships: { name: 'club memberships', path: '/club-membership', keys: ['clubMemberships'] },
  orders: { name: 'orders', path: '/order', keys: ['orders'] },
  reservations: { name: 'reservations', path: '/reservation', keys: ['reservations'] },
  trash: { name: 'deleted records', path: '/trash', keys: ['trash', 'trashes'] },
} as const satisfies Record<string, ListSpec>

const Club = z.object({ id: Id, title: z.string().min(1), updatedAt: OptionalInstant })

/** Asked for once, when it is first needed; a failed attempt is made again. */
const once = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let answer: Promise<T> | null = null
  return () => {
    answer ??= ask().catch((error: unknown) => {
      answer = null
      throw error
    })
    return answer
  }
}

const readFacts = async (api: Commerce7Api): Promise<ProductFacts> => {
  const products = new Map<string, ProductFact>()
  for await (const { records } of api.byCursor(LISTS.products, {}, null)) {
    for (const record of records) {
      const product = Product.safeParse(record)
      if (product.success) products.set(product.data.id, productFact(product.data))
    }
  }
  return factsOf(products)
}

const CostOfFirst = z.looseObject({ variants: z.array(z.looseObject({ costOfGood: z.unknown().optional() })) })

const lacksCosts = (records: readonly unknown[]): boolean => {
  const variants = records.flatMap((record) => CostOfFirst.safeParse(record).data?.variants ?? [])
  return variants.length > 0 && variants.every(({ costOfGood }) => costOfGood === undefined)
}

const warningsOf = async (api: Commerce7Api): Promise<string[]> => {
  for await (const { records } of api.byCursor(LISTS.products, {}, null)) {
    return lacksCosts(records)
      ? ['What products cost does not come along: the app has no permission to see the cost of goods.']
      : []
  }
  return []
}

export const openCommerce7 = (connection: Connection): PlatformSession => {
  const { account, now } = connection
  const api = createCommerce7Api(connection)
  const books = once(async (): Promise<Books> => {
    const { currency } = await readSetting(api)
    return { currency: currency ?? account.currency, timeZone: account.timeZone }
  })
  const facts = once(() => readFacts(api))

  const clubs = wholeByNumber({
    name: 'clubs',
    title: 'Clubs',
    table: 'clubs',
    list: LISTS.clubs,
    api,
    reader: async () => ({
      schema: Club,
      rows: ({ id, title, updatedAt }) => [
        { table: 'clubs', row: { source_id: id, source_updated: updatedAt, time_basis: 'utc', name: title } },
      ],
    }),
  })

  const products = wholeByCursor({
    name: 'products',
    title: 'Products',
    table: 'products',
    list: LISTS.products,
    api,
    reader: async () => {
      const { currency } = await books()
      return { schema: Product, rows: (product) => productRows(product, currency) }
    },
  })

  const inventory = wholeByNumber({
    name: 'inventory',
    title: 'Inventory',
    table: 'inventory',
    list: LISTS.inventory,
    api,
    reader: async () => ({ schema: Stock, rows: stockRows }),
  })

  const customers = changesStream({
    name: 'customers',
    title: 'Customers',
    tables: ['customers'],
    list: LISTS.customers,
    api,
    now,
    reader: async () => {
      const ours = await books()
      return { schema: Customer, rows: (customer) => customerRows(customer, ours) }
    },
  })

  const memberships = changesStream({
    name: 'memberships',
    title: 'Club memberships',
    tables: ['memberships', 'membership_holds'],
    list: LISTS.memberships,
    api,
    now,
    reader: async () => ({
      schema: Membership,
      rows: (membership) => membershipRows(membership, account.timeZone),
    }),
  })

  const orders = changesStream({
    name: 'orders',
    title: 'Orders and releases',
    tables: ['orders', 'order_lines', 'club_releases', 'release_members'],
    partial: ['release_members'],
    list: LISTS.orders,
    api,
    now,
    reader: async () => {
      const ours = await books()
      const known = await facts()
      return { schema: Order, rows: (order) => orderRows(order, ours, known) }
    },
    extras: (page, carried) => {
      const { rows, removed, dates } = releaseRows(page, ReleaseDates.parse(carried))
      return { rows, removed, carried: dates }
    },
  })

  const reservations = changesStream({
    name: 'reservations',
    title: 'Reservations',
    tables: ['reservations'],
    list: LISTS.reservations,
    api,
    now,
    reader: async () => ({ schema: Reservation, rows: reservationRows }),
  })

  const trash = changesStream({
    name: 'trash',
    title: 'Deleted records',
    tables: TRASH_TABLES,
    list: LISTS.trash,
    api,
    now,
    reader: async () => ({ schema: Trashed, rows: () => [] }),
    extras: (page, carried) => ({ rows: [], removed: removalsOf(page), carried }),
  })

  return {
    async test(): Promise<PlatformFacts> {
      const setting = await readSetting(api)
      return { ...setting, warnings: await warningsOf(api) }
    },
    streams: [clubs, products, inventory, customers, memberships, orders, reservations, trash],
    orders: (span) => ordersOfSpan(api, LISTS.orders, books, span),
  }
}
