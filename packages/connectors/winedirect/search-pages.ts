import { MalformedResponse } from '../kit/platform-problems.ts'
import type { SoapParameters } from './soap/envelope.ts'
import { readChildList, readChildText, type XmlElement } from './soap/xml-element.ts'
import type { WineDirectClient, WineDirectService } from './winedirect-client.ts'

/** A list of the platform and how it is requested. */
export interface Search {
  readonly service: WineDirectService
  readonly operation: string
  /** key of the list in the response */
  readonly list: string
  /** identifies a record; null where it has no ID */
  readonly idOf: (record: unknown) => string | null
  /** maximum records per response */
  readonly maxRows: number
}

export interface SearchPage {
  readonly records: readonly XmlElement[]
  /** total matches, where known */
  readonly total: number | null
  readonly isLast: boolean
}

/** The list changed while it was read, so pages may overlap or have gaps. */
export class ListChanged extends MalformedResponse {}

interface Answer {
  readonly records: readonly XmlElement[]
  readonly count: number | null
}

const countOf = (found: XmlElement): number | null => {
  const count = Number(readChildText(found, 'RecordCount') ?? Number.NaN)
  return Number.isInteger(count) && count >= 0 ? count : null
}

const readAnswer = ({ operation, list }: Search, found: XmlElement): Answer => {
  const records = readChildList(found, list)
  const count = countOf(found)
  if (records === null) throw new MalformedResponse(`An answer to ${operation} has no ${list}`)
  return { records, count }
}

/** One page, without the others. */
export const searchOnce = async (
  client: WineDirectClient,
  search: Search,
  parameters: SoapParameters,
): Promise<readonly XmlElement[]> =>
  readAnswer(search, await client.call(search.service, search.operation, parameters)).records

/**
 * All pages of a search in turn. It is not documented whether the record count is that of the page or of the whole list: a count above
 * the page's size is taken as the list's. Throws `ListChanged` if pages are inconsistent.
 */
export async function* searchPages(
  client: WineDirectClient,
  search: Search,
  parameters: SoapParameters,
): AsyncIterable<SearchPage> {
  const { service, operation, maxRows } = search
  const ids = new Set<string>()
  let whole: number | null = null
  for (let page = 1; ; page += 1) {
    const found = await client.call(service, operation, { ...parameters, MaxRows: maxRows, Page: page })
    const { records, count } = readAnswer(search, found)
    const before = ids.size
    for (const record of records) ids.add(search.idOf(record) ?? JSON.stringify(record))
    if (page === 1 && records.length === 0 && (count ?? 0) > 0)
      throw new MalformedResponse(`An answer to ${operation} is empty`)
    whole = wholeOf({ whole, count, page, records: records.length, operation })
    const isLast = records.length === 0 || (whole === null ? records.length < maxRows : ids.size >= whole)
    if (!isLast && ids.size === before) throw new ListChanged(`The list of ${operation} doesn’t end`)
    if (records.length === 0 && whole !== null && ids.size < whole)
      throw new ListChanged(`${operation} left records out`)
    yield { records, total: whole ?? (isLast ? ids.size : null), isLast }
    if (isLast) return
  }
}

const wholeOf = (seen: {
  readonly whole: number | null
  readonly count: number | null
  readonly page: number
  readonly records: number
  readonly operation: string
}): number | null => {
  const { whole, count, page, records, operation } = seen
  if (count !== null && count < records) throw new ListChanged(`${operation} counts fewer records than it lists`)
  if (page === 1) return count !== null && count > records ? count : null
  if (whole !== null && count !== null && count !== whole) throw new ListChanged(`The list of ${operation} moved`)
  return whole
}
