import { z } from 'zod'
import { type SampledRecords, sampleText } from '../kit/connection-samples.ts'
import { readRecords } from '../kit/read-records.ts'
import { IS_KNOWN, toChannel } from './codes.ts'
import { customerName, teamMemberName } from './customers.ts'
import type { SellerDirectory } from './directory.ts'
import { SquareText } from './fields.ts'
import { orderNumberOf } from './order-parts.ts'
import { SquareOrder } from './order-schema.ts'
import type { Permission } from './permissions.ts'
import { SquareCount, SquareCustomer, SquareTeamMember } from './record-schemas.ts'
import { latestOrders, locationBatches, SearchAnswer } from './search-orders.ts'
import { Records, type SquareApi } from './square-api.ts'

const sampleOrders = async ({ api, locations }: SellerDirectory): Promise<SampledRecords> => {
  const [locationIds = []] = locationBatches(await locations())
  const { orders } = locationIds.length === 0 ? { orders: [] } : await api.call(latestOrders(locationIds), SearchAnswer)
  const { records, quarantined } = readRecords(orders, { schema: SquareOrder, rows: () => [] })
  const fulfillments = records.flatMap((order) => order.fulfillments)
  return {
    label: 'Orders',
    name: records[0] ? sampleText(orderNumberOf(records[0])) : null,
    total: null,
    codes: [
      { field: 'state', values: records.map(({ state }) => state), isKnown: IS_KNOWN.state },
      {
        field: 'source',
        values: records.map(({ source }) => source?.name || null),
        isKnown: (name) => toChannel({ source: { name }, tenders: [], fulfillments: [] }, null) !== 'other',
      },
      { field: 'fulfillment', values: fulfillments.map(({ type }) => type), isKnown: IS_KNOWN.fulfillment },
      {
        field: 'fulfillment state',
        values: fulfillments.map(({ state }) => state),
        isKnown: IS_KNOWN.fulfillmentState,
      },
    ],
    problem: quarantined[0]?.reason ?? null,
  }
}

type PlaceOf = (locationId: string) => string
type CheckSample = (value: unknown, placeOf: PlaceOf) => Pick<SampledRecords, 'name' | 'problem'>

const checkSample =
  <Shape extends z.ZodType>(
    schema: Shape,
    nameOf: (record: z.output<Shape>, placeOf: PlaceOf) => string | null,
  ): CheckSample =>
  (value, placeOf) => {
    const { records, quarantined } = readRecords([value], { schema, rows: () => [] })
    return {
      name: records.map((record) => sampleText(nameOf(record, placeOf)))[0] ?? null,
      problem: quarantined[0]?.reason ?? null,
    }
  }

interface Sampled {
  readonly label: string
  readonly permission: Permission
  readonly path: string
  /** of the records in the answer */
  readonly key: string
  readonly body: object
  readonly look: CheckSample
}

const Item = z.object({ id: z.string(), item_data: z.object({ name: SquareText }).nullish() })

const SAMPLED: readonly Sampled[] = [
  {
    label: 'Customers',
    permission: 'CUSTOMERS_READ',
    path: '/v2/customers/search',
    key: 'customers',
    body: { query: { filter: {}, sort: { field: 'CREATED_AT', order: 'ASC' } }, limit: 1, count: true },
    look: checkSample(SquareCustomer, (customer) => customerName(customer) ?? customer.id),
  },
  {
    label: 'Products',
    permission: 'ITEMS_READ',
    path: '/v2/catalog/search',
    key: 'objects',
    body: { object_types: ['ITEM'], limit: 1 },
    look: checkSample(Item, ({ id, item_data }) => item_data?.name ?? id),
  },
  {
    label: 'Inventory',
    permission: 'INVENTORY_READ',
    path: '/v2/inventory/counts/batch-retrieve',
    key: 'counts',
    body: { states: ['IN_STOCK'], limit: 1 },
    look: checkSample(SquareCount, ({ quantity, location_id }, placeOf) => `${quantity} at ${placeOf(location_id)}`),
  },
  {
    label: 'Team members',
    permission: 'EMPLOYEES_READ',
    path: '/v2/team-members/search',
    key: 'team_members',
    body: { limit: 1 },
    look: checkSample(SquareTeamMember, teamMemberName),
  },
]

const Count = z.object({ count: z.int().nullish() })

const sampleOne = async (api: SquareApi, kind: Sampled, placeOf: PlaceOf): Promise<SampledRecords> => {
  const { label, path, key, body } = kind
  const answer = await api.call({ method: 'POST', path, body }, z.looseObject({ [key]: Records }))
  const [record] = Records.parse(answer[key])
  const found = record === undefined ? { name: null, problem: null } : kind.look(record, placeOf)
  return { label, total: Count.safeParse(answer).data?.count ?? null, codes: [], ...found }
}

/** Reads a record of each kind that the token may read. */
export const sampleSeller = async (directory: SellerDirectory): Promise<SampledRecords[]> => {
  const { may } = await directory.permissions()
  const names = new Map((await directory.locations()).map(({ id, name }) => [id, name]))
  const sampled: SampledRecords[] = may('ORDERS_READ') ? [await sampleOrders(directory)] : []
  for (const kind of SAMPLED) {
    if (may(kind.permission)) sampled.push(await sampleOne(directory.api, kind, (id) => names.get(id) ?? id))
  }
  return sampled
}
