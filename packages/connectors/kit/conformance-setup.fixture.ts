import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import type { CanonicalRow, OpenSession, PlatformConnector, SyncStream } from './connector.ts'
import type { DefinedFake } from './define-fake.fixture.ts'
import type { DocumentedForm } from './documented-form.fixture.ts'
import type { FakeCall } from './fake-server.fixture.ts'
import { sortedRows } from './memory-sink.fixture.ts'
import type { SyncSetup } from './sync-setup.fixture.ts'
import type { TestConnection } from './test-connection.fixture.ts'

export const HOUR_MS = 3_600_000

export interface ConnectorConformance {
  readonly connector: PlatformConnector
  readonly open: OpenSession
  /** `records`: `none`: an account without records. `now`: epoch milliseconds */
  start(options: { readonly records: 'some' | 'none'; readonly now: () => number }): Promise<DefinedFake>
  /** How the platform's documentation shows the answer to a call, and the answer as data; null: no such call is documented. */
  readonly documented?: (call: FakeCall) => DocumentedForm | null
  /** reads the body of an answer; default: as JSON */
  readonly parseBody?: (body: string) => unknown
}

type ConformanceSetup = SyncSetup<DefinedFake>

/** Starts a fake platform with a sink; both are closed after the test. */
export type SetUpConformance = (records?: 'some' | 'none') => Promise<ConformanceSetup>

const nameOf = ({ table, row }: CanonicalRow): string => `${table} ${row.source_id}`

export const expectSynced = ({ fake, sink }: ConformanceSetup): void => {
  const rows = sink.rows()
  const expected = sortedRows(fake.expected())
  // `toEqual` takes much longer, and only has to show differences.
  if (isDeepStrictEqual(rows, expected)) return
  expect(rows.map(nameOf)).toEqual(expected.map(nameOf))
  expect(rows).toEqual(expected)
}

/** Changes records on the platform and syncs again an hour later. */
export const changeAndSync = async (setup: ConformanceSetup): Promise<void> => {
  setup.clock.now += HOUR_MS
  setup.fake.change()
  setup.clock.now += HOUR_MS / 4
  await setup.sync()
}

export const mainRows = ({ fake, sink }: ConformanceSetup): CanonicalRow[] =>
  sink.rows().filter(({ table }) => table === fake.main.table)

export const expectedMainRows = ({ fake }: ConformanceSetup): CanonicalRow[] =>
  sortedRows(fake.expected().filter(({ table }) => table === fake.main.table))

export const mainStream = ({ fake }: ConformanceSetup, { session }: TestConnection): SyncStream => {
  const found = session.streams.find(({ name }) => name === fake.main.stream)
  if (!found) throw new Error(`There is no stream named ${fake.main.stream}`)
  return found
}
