import { compareKeys, ignoreCase } from './value.ts'
import type { Placed, ReferenceWinery } from './winery.ts'

/** A customer that stands for all records of a person. */
export interface Person {
  readonly service: string
  readonly id: string
}

const serializeKey = (...parts: readonly string[]): string => JSON.stringify(parts)

/** One text for a person. */
export const personKey = ({ service, id }: Person): string => serializeKey(service, id)

/** The person of a customer of a service; null: nobody is named. */
export type FindPerson = (service: string, customerId: string | null) => Person | null

const NO_ADDRESSES = new Set([
  'none',
  'na',
  'null',
  'unknown',
  'noemail',
  'no-email',
  'noreply',
  'no-reply',
  'donotreply',
  'guest',
  'walkin',
  'walk-in',
])

const toAddress = (text: string | null): string | null => {
  const address = ignoreCase(text?.replace(/^ +| +$/g, '') ?? '')
  const at = address.indexOf('@')
  if (at < 1 || address.endsWith('@') || NO_ADDRESSES.has(address.slice(0, at))) return null
  return address
}

const lastNameOf = (name: string | null): string =>
  ignoreCase(
    (name ?? '')
      .replace(/^ +| +$/g, '')
      .split(' ')
      .at(-1) ?? '',
  )

interface Known extends Person {
  readonly address: string
  /** sorts first who stands for all */
  readonly rank: readonly [number, number, string, string]
  readonly names: readonly string[]
}

const rankDetail = ({
  lifetime_value_seed,
  birth,
}: Pick<Placed<'customers'>, 'lifetime_value_seed' | 'birth'>): number => {
  if (lifetime_value_seed) return 0
  return birth === null ? 2 : 1
}

/** Everybody with an address: customers on record, and addresses that orders name. */
const listKnown = (winery: ReferenceWinery): Known[] =>
  [...winery].flatMap(([service, { customers = [], orders = [] }]) => {
    const namesIn = (id: string) =>
      orders.filter((order) => order.customer_source_id === id).map((order) => lastNameOf(order.customer_name))
    const onRecord = customers.flatMap((customer): Known[] => {
      const { source_id: id, email, name } = customer
      const address = toAddress(email)
      if (address === null) return []
      const names = [lastNameOf(name), ...namesIn(id)]
      return [{ service, id, address, names, rank: [0, rankDetail(customer), service, id] }]
    })
    const ids = new Set(customers.map(({ source_id }) => source_id))
    const named = new Set(orders.map((order) => order.customer_source_id ?? ''))
    const others = [...named].flatMap((id): Known[] => {
      const address = toAddress(id)
      if (address === null || ids.has(id)) return []
      return [{ service, id, address, names: namesIn(id), rank: [1, 2, service, id] }]
    })
    return [...onRecord, ...others]
  })

/** Customers of one service have different last names. */
const isShared = (known: readonly Known[]): boolean =>
  [...Map.groupBy(known, ({ service }) => service).values()].some(
    (own) => new Set(own.flatMap(({ names }) => names).filter((name) => name !== '')).size > 1,
  )

export const joinPeople = (winery: ReferenceWinery): FindPerson => {
  const joined = new Map<string, Person>()
  for (const known of Map.groupBy(listKnown(winery), ({ address }) => address).values()) {
    const [first] = known.toSorted((a, b) => compareKeys(a.rank, b.rank))
    if (first === undefined || isShared(known)) continue
    for (const { service, id } of known) joined.set(serializeKey(service, id), { service: first.service, id: first.id })
  }
  // loaders store an empty ID as none
  return (service, id) => (id ? (joined.get(serializeKey(service, id)) ?? { service, id }) : null)
}
