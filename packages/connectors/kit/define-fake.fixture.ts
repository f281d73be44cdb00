import type { CanonicalTable } from '#domain/canonical/tables.ts'
import type { CanonicalRow } from './connector.ts'
import { type FakeAnswer, type FakeCall, startFakeServer } from './fake-server.fixture.ts'

/** Thrown to answer a call with an error of the platform. */
export class FakeRefusal extends Error {
  readonly answer: FakeAnswer

  constructor(answer: FakeAnswer) {
    super(`Refused with ${answer.status}`)
    this.answer = answer
  }
}

/** `ids`: what the stars of its path stand for. */
type FakeRoute = (call: FakeCall, ids: readonly string[]) => FakeAnswer | Promise<FakeAnswer>

type Json = Record<string, unknown>

/** How the text of a page holds its data. */
interface PageFormat {
  read(body: string): object
  write(page: object): string
}

const JSON_FORMAT: PageFormat = { read: JSON.parse, write: JSON.stringify }

/** Pages of the stream that the conformance suite damages. */
interface MainList {
  readonly stream: string
  readonly table: CanonicalTable
  isPage(call: FakeCall): boolean
  /** default: JSON */
  readonly format?: PageFormat
  /** the member of a page that holds its records, such as `data.orders`; default: the page is a list */
  readonly key?: string
  /** the member of a record that holds its ID, or what reads it; default: `id` */
  readonly id?: string | ((record: Json) => string)
  /** a record that may be damaged; default: any */
  isPlain?(record: Json): boolean
  corrupt?(record: Json): void
  readonly unknown?: { readonly values: object; readonly column: string }
}

/** What each fake can be started with. */
export interface FakeOptions {
  /** epoch milliseconds; default: the machine's clock */
  readonly now?: (() => number) | undefined
  /** default: any free port */
  readonly port?: number | undefined
}

interface FakeDefinition extends FakeOptions {
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string>>
  /** Wraps all answers, such as in a limit of calls. */
  readonly around?: (call: FakeCall, answer: () => Promise<FakeAnswer>) => Promise<FakeAnswer>
  /** Refuses a call that may not be answered; `open` routes are answered before. */
  admit(call: FakeCall): void
  readonly open?: Readonly<Record<string, FakeRoute>>
  /** the start of all paths of routes */
  readonly root?: string
  /** by method and path, such as `GET /orders/*`; the first that fits answers */
  readonly routes: Readonly<Record<string, FakeRoute>>
  /** the answer where no route fits */
  readonly missing: FakeAnswer
  readonly main: MainList
  expected?(): readonly CanonicalRow[]
  /** `at`: by the platform's clock */
  change?(at: number, count?: number): void
}

const compileRoutes = (routes: Readonly<Record<string, FakeRoute>>, root: string) => {
  const compiled = Object.entries(routes).map(([route, answer]) => {
    const [method, path = ''] = route.split(' ')
    const pattern = new RegExp(`^${root}${path.replaceAll('*', '([^/]+)')}$`)
    return { method, pattern, answer }
  })
  return (call: FakeCall): Promise<FakeAnswer> | FakeAnswer | null => {
    for (const { method, pattern, answer } of compiled) {
      const match = method === call.method ? pattern.exec(call.path) : null
      if (match) return answer(call, match.slice(1).map(decodeURIComponent))
    }
    return null
  }
}

const memberAt = (page: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? (value as Json)[name] : undefined),
    page,
  )

/** The page with another value at a path. */
const withMember = (page: unknown, [name, ...path]: readonly string[], value: unknown): object =>
  name === undefined ? (value as object) : { ...(page as Json), [name]: withMember((page as Json)[name], path, value) }

/** An edited response and the ID of the record that the edit changed. */
interface EditedRecord {
  readonly body: string
  readonly sourceId: string
}

/** Reads and edits pages of the main list. */
const editPages = (main: MainList) => {
  const { key, id = 'id', isPlain = () => true, corrupt = () => {}, unknown, format = JSON_FORMAT } = main
  const path = key?.split('.') ?? []
  const readId = typeof id === 'string' ? (record: Json) => String(record[id]) : id
  const recordsOf = (page: unknown): Json[] => {
    const records = memberAt(page, path)
    return Array.isArray(records) ? records : []
  }
  const edit = (body: string, change: (records: Json[]) => Json | undefined): EditedRecord => {
    const page = body === '' ? null : format.read(body)
    const changed = change(recordsOf(page))
    return { body: page === null ? '' : format.write(page), sourceId: changed ? readId(changed) : '' }
  }
  const plain = (records: Json[]): Json => {
    const record = records.find(isPlain)
    if (!record) throw new Error('The page has no plain record')
    return record
  }
  const damaged = (body: string, damage: (record: Json) => void): EditedRecord =>
    edit(body, (records) => {
      const record = plain(records)
      damage(record)
      return record
    })
  return {
    /** Removes or corrupts a required field of one record of a page. */
    corruptRecord: (body: string) => damaged(body, corrupt),
    /** Sets a value outside its enumeration in one record of a page; `column` of its row must then be `other`. */
    unknownValue: (body: string) => ({
      ...damaged(body, (record) => void Object.assign(record, unknown?.values)),
      column: unknown?.column ?? '',
    }),
    /** Adds an unknown field to every record. */
    addField: (body: string) =>
      edit(body, (records) => {
        for (const record of records) record.terroir = { slope: 'south' }
        return undefined
      }).body,
    /** Breaks the envelope around the records. */
    breakEnvelope: (body: string) => {
      const page = format.read(body)
      return format.write(withMember(page, path, { first: recordsOf(page)[0] }))
    },
    /** The answer with the records of another page, which come first. */
    withRecords(answer: FakeAnswer, before: readonly Json[]): FakeAnswer {
      const { body: text } = answer
      const isText = typeof text === 'string' && text !== ''
      const page = isText ? format.read(text) : text
      const body = withMember(page, path, [...before, ...recordsOf(page)])
      return { ...answer, status: 200, body: isText ? format.write(body) : body }
    },
    recordsIn: ({ body }: FakeAnswer): readonly Json[] =>
      recordsOf(typeof body === 'string' && body !== '' ? format.read(body) : body),
  }
}

/**
 * Starts a platform on loopback that answers as its definition says; `close` of its server stops it. It holds a small generated winery: a
 * few hundred orders, enough for three pages or more, including every special form that the platform has.
 */
export const defineFake = async (definition: FakeDefinition) => {
  const { now = Date.now, port, admit, missing, main, around = (_call, answer) => answer() } = definition
  const [openRoute, route] = [
    compileRoutes(definition.open ?? {}, ''),
    compileRoutes(definition.routes, definition.root ?? ''),
  ]
  const { recordsIn, withRecords, ...edits } = editPages(main)
  let skewMs = 0
  const clock = (): number => now() + skewMs
  let before: (call: FakeCall) => void = () => {}
  let isDuplicating = false
  let lastPage: readonly Json[] = []

  const withDuplicates = (answer: FakeAnswer): FakeAnswer => {
    const before = isDuplicating ? lastPage : []
    lastPage = recordsIn(answer)
    if (before.length === 0) return answer
    isDuplicating = false
    return withRecords(answer, before)
  }

  const admitted = (call: FakeCall) => {
    admit(call)
    return route(call)
  }

  const answer = async (call: FakeCall): Promise<FakeAnswer> => {
    try {
      before(call)
      const answered = (await openRoute(call)) ?? (await admitted(call)) ?? missing
      return main.isPage(call) ? withDuplicates(answered) : answered
    } catch (error) {
      if (error instanceof FakeRefusal) return error.answer
      throw error
    }
  }

  const server = await startFakeServer({
    answer: (call) => around(call, () => answer(call)),
    now,
    ...(port === undefined ? {} : { port }),
  })
  return {
    server,
    /** path below the server's URL, such as `/v1`; empty if the base URL is the server itself */
    basePath: '',
    settings: definition.settings,
    secrets: definition.secrets,
    /** The rows that a synced warehouse must hold now, generated from the seed and not by the connector. */
    expected: () => definition.expected?.() ?? [],
    /** epoch milliseconds by the platform's clock */
    now: clock,
    /**
     * Adds new, changed and refunded records and, if the platform reports deletions without a full read, deleted ones, with timestamps of the
     * platform's clock.
     */
    change: (count?: number) => definition.change?.(clock(), count),
    /** From now on the platform's clock is ahead of ours by this many milliseconds. */
    skew: (ms: number): void => {
      skewMs = ms
    },
    /** The next page of the main stream repeats all records of the previous page. */
    duplicateNextPage: () => {
      isDuplicating = true
    },
    /** Runs before a call is answered. */
    beforeAnswer: (run: (call: FakeCall) => void) => {
      before = run
    },
    main,
    /** true for a response with a page of the main stream */
    isMain: main.isPage,
    ...edits,
  }
}

export type DefinedFake = Awaited<ReturnType<typeof defineFake>>

/** A list of a platform: what it holds, how a query selects and sorts, and how a record is written. */
interface FakeList<T extends object> {
  records(ids: readonly string[], query: URLSearchParams): readonly T[]
  /** by parameter of the query; without the parameter all records are kept */
  readonly filters?: Readonly<Record<string, (record: T, given: string, query: URLSearchParams) => boolean>>
  sort?(query: URLSearchParams): (a: T, b: T) => number
  /** default: as it is */
  encode?(record: T, call: FakeCall): object
}

/** A page of a list; `encode` is called for its records only. */
export type FakePaging = <T extends object>(
  records: readonly T[],
  call: Pick<FakeCall, 'query'>,
  encode?: (record: T) => object,
) => FakeAnswer

export const selectRecords = <T extends object>(
  { records, filters = {}, sort }: Omit<FakeList<T>, 'encode'>,
  { query }: FakeCall,
  ids: readonly string[] = [],
): T[] => {
  const tests = Object.entries(filters).flatMap(([name, keep]) => {
    const given = query.get(name)
    return given === null ? [] : [(record: T) => keep(record, given, query)]
  })
  const kept = records(ids, query).filter((record) => tests.every((keep) => keep(record)))
  return sort ? kept.sort(sort(query)) : kept
}

export const answerList =
  <T extends object>(list: FakeList<T>, paging: FakePaging): FakeRoute =>
  (call, ids) =>
    paging(selectRecords(list, call, ids), call, (record) => list.encode?.(record, call) ?? record)
