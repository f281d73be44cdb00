import { z } from 'zod'
import { type SampledRecords, sampleText } from '../kit/connection-samples.ts'
import { RequestRejected } from '../kit/platform-problems.ts'
import { readRecords } from '../kit/read-records.ts'
import { isDraft, isKnownChannel, isKnownStatus, isKnownSubscriptionStatus } from './codes.ts'
import { customerRows, WooCustomer } from './customers.ts'
import { AMOUNT_DECIMALS, WooText } from './fields.ts'
import { WooOrder } from './order-schema.ts'
import { WooProduct } from './product-schema.ts'
import type { WooStore } from './store.ts'
import { isWithoutSubscriptions, membershipRows, WooSubscription } from './subscriptions.ts'
import type { WooApi, WooPage, WooQuery } from './woocommerce-api.ts'

interface Sampled {
  readonly records: readonly SampledRecords[]
  readonly warnings: readonly string[]
}

/** Enough to meet the codes that a store uses. */
const ORDERS = 25

interface Kind<Shape extends z.ZodType> {
  readonly label: string
  readonly path: string
  readonly query?: WooQuery
  readonly schema: Shape
  readonly nameOf: (record: z.output<Shape>) => string | null
  readonly codesOf?: (records: readonly z.output<Shape>[]) => SampledRecords['codes']
}

const sampleOne = async <Shape extends z.ZodType>(api: WooApi, kind: Kind<Shape>): Promise<SampledRecords> => {
  const { label, path, query, schema, nameOf, codesOf } = kind
  const { records, total }: WooPage = await api.list(path, { per_page: 1, ...query }, `A sample of ${path}`)
  const { records: read, quarantined } = readRecords(records, { schema, rows: () => [] })
  return {
    label,
    name: read.map((record) => sampleText(nameOf(record)))[0] ?? null,
    total,
    codes: codesOf?.(read) ?? [],
    problem: quarantined[0]?.reason ?? null,
  }
}

const ORDER_SAMPLE: Kind<typeof WooOrder> = {
  label: 'Orders',
  path: 'orders',
  query: { per_page: ORDERS, status: 'any', dp: AMOUNT_DECIMALS },
  schema: WooOrder,
  nameOf: ({ number }) => number,
  codesOf: (orders) => [
    { field: 'source', values: orders.map(({ created_via }) => created_via), isKnown: isKnownChannel },
  ],
}

const CUSTOMER_SAMPLE: Kind<typeof WooCustomer> = {
  label: 'Customers',
  path: 'customers',
  schema: WooCustomer,
  nameOf: (customer) => {
    const [made] = customerRows({ ...customer, is_paying_customer: true })
    return made?.table === 'customers' ? (made.row.name ?? customer.id) : customer.id
  },
}

const PRODUCT_SAMPLE: Kind<typeof WooProduct> = {
  label: 'Products',
  path: 'products',
  schema: WooProduct,
  nameOf: ({ name, id }) => name ?? id,
}

const SUBSCRIPTION_SAMPLE: Kind<typeof WooSubscription> = {
  label: 'Club memberships',
  path: 'subscriptions',
  query: { per_page: ORDERS, status: 'any' },
  schema: WooSubscription,
  nameOf: (subscription) => {
    const [made] = membershipRows({
      ...subscription,
      status: 'active',
      start_date_gmt: subscription.start_date_gmt ?? 0,
    })
    return made?.table === 'memberships' ? (made.row.club_name ?? subscription.id) : subscription.id
  },
  codesOf: (subscriptions) => [
    { field: 'status', values: subscriptions.map(({ status }) => status), isKnown: isKnownSubscriptionStatus },
  ],
}

const sampleSubscriptions = async (api: WooApi): Promise<Sampled> => {
  try {
    return { records: [await sampleOne(api, SUBSCRIPTION_SAMPLE)], warnings: [] }
  } catch (error) {
    if (!isWithoutSubscriptions(error)) throw error
    return {
      records: [],
      warnings: ['The store doesn’t have WooCommerce Subscriptions, so there are no club memberships.'],
    }
  }
}

const Statuses = z.array(z.object({ slug: z.string(), name: WooText, total: z.union([z.int(), z.string()]) }))

/** Statuses of the whole store: `GET /reports/orders/totals` counts them. */
const unknownStatuses = async (api: WooApi): Promise<readonly string[]> => {
  try {
    const statuses = (await api.find('reports/orders/totals', Statuses)) ?? []
    return statuses
      .filter(({ slug, total }) => Number(total) > 0 && !isKnownStatus(slug) && !isDraft(slug))
      .map(
        ({ name, slug }) =>
          `Orders: “${name ?? slug}” isn’t a known status. Such orders count as paid if WooCommerce says when they were paid, and their fulfillment as Other.`,
      )
  } catch (error) {
    if (error instanceof RequestRejected && error.status === 403) return []
    throw error
  }
}

/** Reads a record of each kind that a sync needs. */
export const sampleStore = async ({ api }: WooStore): Promise<Sampled> => {
  const orders = await sampleOne(api, ORDER_SAMPLE)
  const customers = await sampleOne(api, CUSTOMER_SAMPLE)
  const products = await sampleOne(api, PRODUCT_SAMPLE)
  const subscriptions = await sampleSubscriptions(api)
  return {
    records: [orders, customers, products, ...subscriptions.records],
    warnings: [...(await unknownStatuses(api)), ...subscriptions.warnings],
  }
}
