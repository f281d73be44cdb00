import type { FakeAnswer } from '../kit/fake-server.fixture.ts'

/** Most records that BigCommerce gives at a time. */
const MOST = 250

export interface ListRules {
  readonly query: URLSearchParams
  /** most records at a time; default: as documented */
  readonly most?: number
}

const limitOf = ({ query, most = MOST }: ListRules): number =>
  Math.max(1, Math.min(Number(query.get('limit') ?? 50), MOST, most))

/** A list of version 2: a plain array, and 204 where there is nothing. */
export const oldList = (records: readonly unknown[], rules: ListRules): FakeAnswer => {
  const limit = limitOf(rules)
  const page = Number(rules.query.get('page') ?? 1)
  const found = records.slice((page - 1) * limit, page * limit)
  return found.length === 0 ? { status: 204, body: '' } : { body: found }
}

/** A list of version 3, with its counts. */
export const newList = (records: readonly unknown[], rules: ListRules): FakeAnswer => {
  const limit = limitOf(rules)
  const page = Number(rules.query.get('page') ?? 1)
  const data = records.slice((page - 1) * limit, page * limit)
  const pages = Math.ceil(records.length / limit)
  const pagination = {
    total: records.length,
    count: data.length,
    per_page: limit,
    current_page: page,
    total_pages: pages,
    links: {
      ...(page > 1 ? { previous: `?page=${page - 1}&limit=${limit}` } : {}),
      current: `?page=${page}&limit=${limit}`,
      ...(page < pages ? { next: `?page=${page + 1}&limit=${limit}` } : {}),
    },
  }
  return { body: { data, meta: { pagination } } }
}

export const refusal = (status: number, title: string): FakeAnswer => ({
  status,
  body: { status, title, type: '/api-docs/getting-started/api-status-codes' },
})
