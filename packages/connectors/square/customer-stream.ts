import { z } from 'zod'
import type { ListedRecord, SyncStream } from '../kit/connector.ts'
import { readFrom } from '../kit/page-guard.ts'
import { readRecords } from '../kit/read-records.ts'
import { toRemovals } from '../kit/removals.ts'
import { customerRow } from './customers.ts'
import type { SellerDirectory } from './directory.ts'
import { findCustomerRecords } from './lookups.ts'
import { notAllowed } from './permissions.ts'
import { SquareCustomer } from './record-schemas.ts'
import { Cursor, instantText, Records } from './square-api.ts'

const OVERLAP_MS = 24 * 3_600_000

/** All epoch milliseconds. */
const State = z
  .object({
    /** changes were read up to here; null: none were */
    since: z.number().nullable(),
    /** start of the read in progress; null: none is */
    began: z.number().nullable(),
    /** the read in progress has read customers created before this time */
    created: z.number().nullable(),
  })
  .catch({ since: null, began: null, created: null })

const CustomerAnswer = z.object({ customers: Records, cursor: Cursor, count: z.int().nullish() })

const startingAt = (from: number | null) => (from === null ? undefined : { start_at: instantText(from) })

// Square sorts customers by creation and not by change, so an interrupted read also resumes by creation.
const searchFor = (changedFrom: number | null, createdFrom: number | null) => ({
  name: 'customers',
  path: '/v2/customers/search',
  body: {
    query: {
      filter: { updated_at: startingAt(changedFrom), created_at: startingAt(createdFrom) },
      sort: { field: 'CREATED_AT', order: 'ASC' },
    },
    limit: 100,
    count: true,
  },
})

const read = (customers: readonly unknown[]) =>
  readRecords(customers, {
    schema: SquareCustomer,
    rows: (customer) => [{ table: 'customers', row: customerRow(customer) }],
  })

const Listed = SquareCustomer.pick({ id: true, updated_at: true })

const listedCustomer = (value: unknown): ListedRecord[] => {
  const { data } = Listed.safeParse(value)
  return data ? [{ sourceId: data.id, ordered: null, updated: data.updated_at }] : []
}

async function* listCustomers({ api, permissions }: SellerDirectory) {
  if (!(await permissions()).may('CUSTOMERS_READ')) return
  for await (const { customers } of api.pages(searchFor(null, null), CustomerAnswer)) {
    yield customers.flatMap(listedCustomer)
  }
}

export const customerStream = (directory: SellerDirectory, now: () => number): SyncStream => ({
  name: 'customers',
  title: 'Customers',
  tables: ['customers'],
  reads: 'changes',
  // Deleted or merged customers are detected only by their absence.
  removals: 'fullRead',
  async *read(state) {
    const { api, permissions } = directory
    const reached = State.parse(state ?? {})
    if (!(await permissions()).may('CUSTOMERS_READ')) {
      if (state === null) yield notAllowed('CUSTOMERS_READ', reached)
      return
    }
    const { since } = reached
    const began = reached.began ?? now()
    let { created } = reached
    const isFresh = created === null
    const search = searchFor(readFrom(since, OVERLAP_MS), created)
    for await (const { customers, cursor, count } of api.pages(search, CustomerAnswer)) {
      const { records, rows, quarantined } = read(customers)
      created = records.reduce((latest, { created_at }) => Math.max(latest, created_at), created ?? 0)
      const next = cursor === null ? { since: began, began: null, created: null } : { since, began, created }
      yield {
        read: customers.length,
        rows,
        removed: [],
        quarantined,
        total: isFresh ? (count ?? null) : null,
        next,
      }
    }
  },
  async fetch(ids, state) {
    const { found, gone } = await findCustomerRecords(directory.api, ids)
    const { rows, quarantined } = read(found)
    const removed = toRemovals('customers', gone)
    return { read: found.length, rows, removed, quarantined, total: null, next: { ...state } }
  },
  listing: { table: 'customers', list: () => listCustomers(directory) },
})
