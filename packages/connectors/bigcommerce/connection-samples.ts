import { z } from 'zod'
import { type SampledRecords, sampleText } from '../kit/connection-samples.ts'
import { describeProblem } from '../kit/read-records.ts'
import type { BcRequest, BigCommerceApi } from './bigcommerce-api.ts'
import { BcProduct } from './catalog.ts'
import { IS_KNOWN } from './codes.ts'
import { BcCustomer, customerName } from './customers-stream.ts'
import { BcStock, STOCK_LIST } from './inventory-stream.ts'
import { INCLUDED, isNoOrder } from './order-reads.ts'
import { BcOrder } from './order-schema.ts'
import { missingScope, type Scope, ScopeMissing } from './scopes.ts'

/** Records of each list that are looked at. */
const LOOKED_AT = 25

const Text = z.string().nullish().catch(null)
const Coded = z.object({ status_id: z.number().nullish().catch(null), payment_status: Text, order_source: Text })

// Its lines are checked when it is loaded, and some have to be fetched first.
const problemOfOrder = (record: unknown): string | null => {
  const whole = typeof record === 'object' && record !== null ? { ...record, line_items: [] } : record
  return findSchemaProblem(BcOrder, whole)
}

const findSchemaProblem = (schema: z.ZodType, record: unknown): string | null => {
  const parsed = schema.safeParse(record)
  return parsed.success ? null : describeProblem(parsed.error, record).reason
}

const firstProblem = (records: readonly unknown[], problem: (record: unknown) => string | null): string | null =>
  records.map(problem).find((reason) => reason !== null) ?? null

const sampleOrders = async (api: BigCommerceApi): Promise<SampledRecords> => {
  const query = { ...INCLUDED, sort: 'date_modified:desc', limit: LOOKED_AT }
  const records = await api.list({ scope: 'Orders', name: 'orders', path: '/v2/orders', query })
  const coded = records.flatMap((record) => Coded.safeParse(record).data ?? [])
  const named = records.flatMap((record) => BcOrder.pick({ id: true, status_id: true }).safeParse(record).data ?? [])
  return {
    label: 'Orders',
    name: sampleText(named.find((order) => !isNoOrder({ ...order, is_deleted: false }))?.id),
    total: null,
    codes: [
      {
        field: 'status',
        values: coded.map(({ status_id }) => (status_id == null ? null : String(status_id))),
        isKnown: IS_KNOWN.status,
      },
      {
        field: 'payment status',
        values: coded.map(({ payment_status }) => payment_status || null),
        isKnown: IS_KNOWN.paymentStatus,
      },
      {
        field: 'order source',
        values: coded.map(({ order_source }) => order_source || null),
        isKnown: IS_KNOWN.source,
      },
    ],
    problem: firstProblem(records, problemOfOrder),
  }
}

interface Sampled<Shape extends z.ZodType> {
  readonly label: string
  readonly request: BcRequest
  readonly schema: Shape
  readonly nameOf: (record: z.output<Shape>) => string | null
}

const sampleList = async <Shape extends z.ZodType>(
  api: BigCommerceApi,
  { label, request, schema, nameOf }: Sampled<Shape>,
): Promise<SampledRecords> => {
  const { records, total } = await api.page({ ...request, query: { ...request.query, limit: LOOKED_AT } })
  const [first] = records.flatMap((record) => schema.safeParse(record).data ?? [])
  const problem = firstProblem(records, (record) => findSchemaProblem(schema, record))
  return { label, name: first === undefined ? null : sampleText(nameOf(first)), total, codes: [], problem }
}

const samplers = (api: BigCommerceApi): readonly (() => Promise<SampledRecords>)[] => [
  () => sampleOrders(api),
  () =>
    sampleList(api, {
      label: 'Customers',
      request: { scope: 'Customers', name: 'customers', path: '/v3/customers', query: { include: 'addresses' } },
      schema: BcCustomer,
      nameOf: (customer) => customerName(customer) ?? customer.email,
    }),
  () =>
    sampleList(api, {
      label: 'Products',
      request: {
        scope: 'Products',
        name: 'products',
        path: '/v3/catalog/products',
        query: { include: 'variants,custom_fields' },
      },
      schema: BcProduct,
      nameOf: ({ name }) => name,
    }),
  () =>
    sampleList(api, {
      label: 'Inventory',
      request: STOCK_LIST,
      schema: BcStock,
      nameOf: ({ identity, locations: [place] }) =>
        place ? `${identity.sku ?? 'no SKU'} at ${place.location_name ?? `location ${place.location_id}`}` : null,
    }),
]

/** Reads records of each list that a sync needs, and names the scopes that the API account doesn't have. */
export const sampleStore = async (
  api: BigCommerceApi,
): Promise<{ readonly sampled: readonly SampledRecords[]; readonly refused: readonly string[] }> => {
  const sampled: SampledRecords[] = []
  const missing = new Set<Scope>()
  for (const sample of samplers(api)) {
    try {
      sampled.push(await sample())
    } catch (error) {
      if (!(error instanceof ScopeMissing)) throw error
      missing.add(error.scope)
    }
  }
  return { sampled, refused: [...missing].map(missingScope) }
}
