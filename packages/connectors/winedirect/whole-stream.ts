import type { SyncPage, SyncStream } from '../kit/connector.ts'
import { MalformedResponse } from '../kit/platform-problems.ts'
import type { PageRows } from './changes-stream.ts'
import { ListChanged, type Search, type SearchPage, searchPages } from './search-pages.ts'
import type { SoapParameters } from './soap/envelope.ts'
import type { XmlElement } from './soap/xml-element.ts'
import type { WineDirectClient } from './winedirect-client.ts'

const MAX_READS = 3

/** All pages of a list read from its beginning, and again if it changes during the read. */
export async function* readWhole(
  client: WineDirectClient,
  search: Search,
  parameters: SoapParameters,
): AsyncIterable<SearchPage> {
  for (let go = 1; ; go += 1) {
    try {
      yield* searchPages(client, search, parameters)
      return
    } catch (error) {
      if (!(error instanceof ListChanged)) throw error
      if (go === MAX_READS) throw new MalformedResponse(`${error.message}, ${MAX_READS} times in a row`)
    }
  }
}

export interface WholeStreamSpec extends Pick<SyncStream, 'name' | 'title' | 'tables'> {
  readonly client: WineDirectClient
  readonly search: Search
  readonly parameters?: SoapParameters
  readonly rows: (records: readonly XmlElement[]) => PageRows
}

/** A stream of a list that is read completely each time. */
export const wholeStream = ({ client, search, parameters = {}, rows, ...described }: WholeStreamSpec): SyncStream => ({
  ...described,
  reads: 'whole',
  removals: 'fullRead',
  async *read(): AsyncIterable<SyncPage> {
    for await (const { records, total } of readWhole(client, search, parameters)) {
      yield { ...rows(records), read: records.length, total, next: {} }
    }
  },
})
