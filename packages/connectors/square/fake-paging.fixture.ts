import { createHash } from 'node:crypto'
import { FakeRefusal } from '../kit/define-fake.fixture.ts'

/** An error response in Square's format. */
export const refuseWith = (status: number, code: string, detail: string): never => {
  const category = status === 401 ? 'AUTHENTICATION_ERROR' : 'INVALID_REQUEST_ERROR'
  throw new FakeRefusal({ status, body: { errors: [{ category, code, detail }] } })
}

export const refuse = (code: string, detail: string): never => refuseWith(400, code, detail)

const digest = (query: unknown): string => createHash('sha256').update(JSON.stringify(query)).digest('hex').slice(0, 16)

/** A cursor: the key of the last record, and a digest of the query, which must not change between pages. */
const cursorOf = (query: unknown, after: string): string =>
  Buffer.from(JSON.stringify({ of: digest(query), after })).toString('base64url')

const afterOf = (query: unknown, cursor: string): string => {
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return refuse('INVALID_CURSOR', 'The cursor is not one of Square')
  }
  const { of, after } = parsed as { of?: unknown; after?: unknown }
  if (of !== digest(query) || typeof after !== 'string') return refuse('INVALID_CURSOR', 'The query has changed')
  return after
}

/** Sort keys as text: timestamps first, so that pages stay stable while records arrive. */
export const sortKey = (epochMs: number, id: string): string => `${String(epochMs).padStart(15, '0')} ${id}`

export interface PageRequest {
  /** must be the same for every page */
  readonly query: unknown
  readonly cursor: unknown
  readonly limit: number
}

/** A page of a list sorted by its keys. */
export const takePage = <T>(
  sorted: readonly { readonly key: string; readonly value: T }[],
  { query, cursor, limit }: PageRequest,
): { values: T[]; cursor?: string } => {
  const after = typeof cursor === 'string' ? afterOf(query, cursor) : ''
  const start = sorted.findIndex(({ key }) => key > after)
  if (start < 0) return { values: [] }
  const page = sorted.slice(start, start + limit)
  const last = page.at(-1)
  const isLast = start + limit >= sorted.length || last === undefined
  return { values: page.map(({ value }) => value), ...(isLast ? {} : { cursor: cursorOf(query, last.key) }) }
}

export const clampPageLimit = (given: unknown, { standard, most }: { standard: number; most: number }): number => {
  if (given === undefined) return standard
  const limit = Number(given)
  if (!Number.isInteger(limit) || limit < 1) return refuse('VALUE_TOO_LOW', 'The limit must be at least 1')
  return limit > most ? refuse('VALUE_TOO_HIGH', `The limit must be at most ${most}`) : limit
}
