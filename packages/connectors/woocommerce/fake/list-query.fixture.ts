import { gmt, local, queryTime } from './site-time.fixture.ts'

/** An error as WordPress answers it. */
export class WpRefusal extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.body = { code, message: 'Sorry, you cannot do that.', data: { status } }
  }
}

/** A record with what lists filter and sort by, epoch milliseconds. */
export interface ListedRecord {
  readonly id: number
  readonly created: number
  readonly modified: number
  readonly status?: string
  /** its JSON, made only for the listed page */
  readonly wire: () => object
}

const MOST = 100
const HIDDEN = ['trash', 'auto-draft']

const numberOf = (query: URLSearchParams, name: string, otherwise: number): number => {
  const text = query.get(name)
  if (text !== null && !/^\d+$/.test(text)) throw new WpRefusal(400, 'rest_invalid_param')
  return text === null ? otherwise : Number(text)
}

const hasStatus = ({ status }: ListedRecord, wanted: string): boolean =>
  status === undefined || (wanted === 'any' ? !HIDDEN.includes(status) : status === wanted)

/** The date filters of `WC_REST_CRUD_Controller`: exclusive, and on GMT columns only with `dates_are_gmt`. */
const isWithinDates = ({ created, modified }: ListedRecord, query: URLSearchParams): boolean => {
  const text = query.get('dates_are_gmt') === 'true' ? gmt : local
  const passes = (name: string, at: number, compare: (stored: string, limit: string) => boolean): boolean => {
    const limit = query.get(name)
    return limit === null || compare(text(at), queryTime(limit))
  }
  return (
    passes('after', created, (stored, limit) => stored > limit) &&
    passes('before', created, (stored, limit) => stored < limit) &&
    passes('modified_after', modified, (stored, limit) => stored > limit) &&
    passes('modified_before', modified, (stored, limit) => stored < limit)
  )
}

const SORTS: Readonly<Record<string, (record: ListedRecord) => number>> = {
  date: ({ created }) => created,
  modified: ({ modified }) => modified,
  id: ({ id }) => id,
}

const onlyFields = (wire: object, fields: string | null): Record<string, unknown> =>
  fields === null
    ? { ...wire }
    : Object.fromEntries(Object.entries(wire).filter(([name]) => fields.split(',').includes(name)))

/** One page of a list with the parameters that every list of WooCommerce has. */
export const answerList = (
  records: readonly ListedRecord[],
  query: URLSearchParams,
): { readonly body: Record<string, unknown>[]; readonly headers: Record<string, string> } => {
  const perPage = numberOf(query, 'per_page', 10)
  const sort = SORTS[query.get('orderby') ?? 'date']
  if (perPage < 1 || perPage > MOST || !sort) throw new WpRefusal(400, 'rest_invalid_param')
  const include = query.get('include')?.split(',').map(Number)
  const direction = query.get('order') === 'asc' ? 1 : -1
  const found = records
    .filter((record) => hasStatus(record, query.get('status') ?? 'any'))
    .filter((record) => include === undefined || include.includes(record.id))
    .filter((record) => isWithinDates(record, query))
    .sort((a, b) => direction * (sort(a) - sort(b) || a.id - b.id))
  const offset = query.has('offset') ? numberOf(query, 'offset', 0) : (numberOf(query, 'page', 1) - 1) * perPage
  const page = found.slice(offset, offset + perPage)
  return {
    body: page.map(({ wire }) => onlyFields(wire(), query.get('_fields'))),
    headers: { 'x-wp-total': String(found.length), 'x-wp-totalpages': String(Math.ceil(found.length / perPage)) },
  }
}
