import { z } from 'zod'
import type { ListedRecord, SyncStream } from '../kit/connector.ts'
import { readRecords } from '../kit/read-records.ts'
import { removedOf } from '../kit/removals.ts'
import { isUnpaidSubscription } from './codes.ts'
import { OptionalInstant, WooId } from './fields.ts'
import { PAGE_SIZE, readRecordId, wholeList } from './list-pages.ts'
import { modifiedRecords } from './modified-records.ts'
import { readModifiedState } from './orders.stream.ts'
import type { WooStore } from './store.ts'
import { isWithoutSubscriptions, membershipRows, WooSubscription } from './subscriptions.ts'

const SUBSCRIPTIONS = {
  name: 'subscriptions',
  path: 'subscriptions',
  orderby: 'modified',
  query: { status: 'any' },
} as const

const convert = (records: readonly unknown[]) => readRecords(records, { schema: WooSubscription, rows: membershipRows })

const Listed = z.object({ id: WooId, status: z.string(), date_modified_gmt: OptionalInstant })

const listedSubscription = (record: unknown): ListedRecord[] => {
  const { data } = Listed.safeParse(record)
  if (!data || isUnpaidSubscription(data.status)) return []
  return [{ sourceId: data.id, ordered: null, updated: data.date_modified_gmt }]
}

async function* listSubscriptions({ api }: WooStore): AsyncGenerator<readonly ListedRecord[]> {
  const query = { ...SUBSCRIPTIONS.query, _fields: Object.keys(Listed.shape).join(',') }
  try {
    for await (const records of wholeList(api, { ...SUBSCRIPTIONS, orderby: 'id', query })) {
      yield records.flatMap(listedSubscription)
    }
  } catch (error) {
    if (!isWithoutSubscriptions(error)) throw error
  }
}

/** Subscriptions of the extension WooCommerce Subscriptions as club memberships; none without the extension. */
export const membershipsStream = (store: WooStore): SyncStream => ({
  name: 'memberships',
  title: 'Club memberships',
  tables: ['memberships'],
  reads: 'changes',
  removals: 'fullRead',
  async *read(state) {
    const known = readModifiedState(state)
    try {
      for await (const { records, total, next } of modifiedRecords(store.api, SUBSCRIPTIONS, known, store.now)) {
        const { rows, quarantined } = convert(records)
        yield { read: records.length, rows, removed: [], quarantined, total, next }
      }
    } catch (error) {
      if (!isWithoutSubscriptions(error)) throw error
      yield { read: 0, rows: [], removed: [], quarantined: [], total: 0, next: known }
    }
  },
  async fetch(ids, state) {
    const query = { ...SUBSCRIPTIONS.query, include: ids.join(','), per_page: PAGE_SIZE }
    const { records } = await store.api.list('subscriptions', query, 'Subscriptions of a list of IDs')
    const found = new Set(records.map(readRecordId))
    const removed = removedOf('memberships', ids, found)
    return { ...convert(records), read: records.length, removed, total: null, next: { ...state } }
  },
  listing: { table: 'memberships', list: () => listSubscriptions(store) },
})
