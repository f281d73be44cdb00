import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client'
import { Failure, fail } from '#contract/errors.ts'
import type { SqlParam, SqlValue } from '../engine.ts'
import { CLICKHOUSE_SETTINGS } from './clickhouse-ddl.ts'

/** An answer in the format JSONCompact, as far as it is read. */
export interface JsonAnswer {
  readonly meta?: readonly { readonly type: string }[]
  readonly data: readonly (readonly unknown[])[]
}

type ReadCell = (value: unknown) => SqlValue

const exactInteger: ReadCell = (value) => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('The result holds an integer beyond 2^53')
  return number
}

const plain: ReadCell = (value) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : String(value)

const makeCellReader = (type: string): ReadCell => {
  const bare = type.replace(/^Nullable\((.*)\)$/, '$1')
  if (/^U?Int\d+$/.test(bare)) return exactInteger
  if (bare.startsWith('Decimal')) return Number
  return plain
}

/** Rows as plain values: integers exact or refused, decimals as numbers. */
export const readJsonRows = ({ meta = [], data }: JsonAnswer): SqlValue[][] => {
  const readers = meta.map(({ type }) => makeCellReader(type))
  return data.map((row) => row.map((value, index) => (value === null ? null : (readers[index] ?? plain)(value))))
}

/** How to reach one ClickHouse: a server, or replicas of one whose tables they replicate. */
export interface ClickHouseEndpoints {
  /** in the order in which they are preferred; the next one is asked when one does not answer */
  readonly urls: readonly string[]
  readonly username: string
  readonly password: string
  /** must exist */
  readonly database: string
  /** PEM of the authority that signed the servers' certificates; default: those that Node trusts */
  readonly certificateAuthority?: Buffer
}

export type NamedParams = Readonly<Record<string, SqlParam>>

export interface CallOptions {
  readonly signal?: AbortSignal
  /** milliseconds; default 600,000 */
  readonly timeoutMs?: number
  /** of ClickHouse for the statement; default: as many as it has cores */
  readonly threads?: number
}

/** One endpoint. Packing pays for rows by the thousand only: for short answers it takes longer than the network saves. */
interface Clients {
  readonly plain: ClickHouseClient
  readonly packing: ClickHouseClient
}

const LONGEST_MS = 600_000
const RETRY_SECONDS = 5

const CONNECTION_ERRORS =
  /ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|socket hang up/
/** What a proxy says for a server that is away. */
const PROXY_ERRORS = /Bad Gateway|Service (Temporarily )?Unavailable|Gateway Time-?out|no healthy upstream/i
/** A server that is being stopped cancels its statements. */
const CANCELED_BY_SERVER = ['236', '394']

const errorText = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(errorText).join('\n')
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return `${code} ${error.message}\n${error.cause === undefined ? '' : errorText(error.cause)}`
}

/** The server did not answer or is being stopped, so that it is unknown whether it ran the statement. */
const isUnreachable = (error: unknown): boolean => {
  if (error instanceof ClickHouseError) return CANCELED_BY_SERVER.includes(error.code)
  const text = errorText(error)
  return CONNECTION_ERRORS.test(text) || PROXY_ERRORS.test(text)
}

const TIMEOUT = '159'
const TOO_MANY_QUERIES = '202'
const NOT_ENOUGH_SPACE = '243'
const CANNOT_RESERVE = '373'

/** What ClickHouse or the network threw, as a failure of the catalogue; failures pass as they are. */
const translated = (error: unknown): Failure => {
  if (error instanceof Failure) return error
  if (isUnreachable(error)) return fail('warehouse.unavailable', { cause: error, retryAfter: RETRY_SECONDS })
  const code = error instanceof ClickHouseError ? error.code : ''
  if (code === TIMEOUT) return fail('warehouse.timeout', { cause: error, retryAfter: RETRY_SECONDS })
  if (code === TOO_MANY_QUERIES) return fail('warehouse.busy', { cause: error, retryAfter: RETRY_SECONDS })
  if (code === NOT_ENOUGH_SPACE || code === CANNOT_RESERVE) return fail('storage.full', { cause: error })
  return fail('warehouse.query_failed', { cause: error })
}

/**
 * One ClickHouse over its HTTP interface. A call that got no answer is repeated on the next endpoint, so that every
 * statement must be one that may run twice.
 */
export class ClickHouse {
  readonly #clients: readonly Clients[]
  /** index of the endpoint that answered last */
  #preferred = 0

  constructor({ urls, username, password, database, certificateAuthority }: ClickHouseEndpoints) {
    const clientOf = (url: string, compresses: boolean): ClickHouseClient =>
      createClient({
        url,
        username,
        password,
        database,
        ...(certificateAuthority ? { tls: { ca_cert: certificateAuthority } } : {}),
        // Errors are translated and logged by the caller.
        log: { level: ClickHouseLogLevel.OFF },
        request_timeout: LONGEST_MS,
        max_open_connections: 32,
        // Long lists of values would make a URL that proxies, and ClickHouse beyond a megabyte, refuse.
        use_multipart_params_auto: true,
        compression: { request: compresses, response: compresses },
        clickhouse_settings: CLICKHOUSE_SETTINGS,
      })
    this.#clients = urls.map((url) => ({ plain: clientOf(url, false), packing: clientOf(url, true) }))
  }

  /** All rows of a SELECT. */
  rows(sql: string, params: NamedParams = {}, options: CallOptions = {}): Promise<SqlValue[][]> {
    return this.#call(options, async ({ plain }, call) => {
      const found = await plain.query({ query: sql, query_params: params, format: 'JSONCompact', ...call })
      const answer: JsonAnswer = await found.json()
      return readJsonRows(answer)
    })
  }

  /** What a statement that names its format answers. ClickHouse has all of it before the first part: an error would be among them. */
  async *text(sql: string, params: NamedParams, options: CallOptions): AsyncGenerator<Uint8Array> {
    const { stream } = await this.#call(options, ({ plain }, { clickhouse_settings, ...call }) =>
      plain.exec({
        query: sql,
        query_params: params,
        clickhouse_settings: { ...clickhouse_settings, wait_end_of_query: 1 },
        ...call,
      }),
    )
    try {
      yield* stream
    } catch (error) {
      throw options.signal?.aborted ? options.signal.reason : translated(error)
    } finally {
      stream.destroy()
    }
  }

  /** A statement without rows. */
  async command(sql: string, params: NamedParams = {}, options: CallOptions = {}): Promise<void> {
    await this.#call(options, ({ plain }, call) => plain.command({ query: sql, query_params: params, ...call }))
  }

  /** Rows of `columns`, in order; an empty list does nothing. */
  async insert(
    table: string,
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
    options: CallOptions = {},
  ): Promise<void> {
    const [first, ...others] = columns
    if (rows.length === 0 || first === undefined) return
    await this.#call(options, ({ packing }, call) =>
      packing.insert({
        table,
        columns: [first, ...others],
        format: 'JSONCompactEachRow',
        values: [...rows],
        ...call,
      }),
    )
  }

  /** Resolves when an endpoint answers; rejects with `warehouse.unavailable` otherwise. */
  async ping(): Promise<void> {
    await this.rows('SELECT 1')
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.flatMap(({ plain, packing }) => [plain.close(), packing.close()]))
  }

  async #call<Result>(
    { signal, timeoutMs = LONGEST_MS, threads }: CallOptions,
    work: (
      clients: Clients,
      call: { abort_signal: AbortSignal; clickhouse_settings: ClickHouseSettings },
    ) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted()
    const deadline = AbortSignal.timeout(timeoutMs)
    const abort_signal = signal ? AbortSignal.any([signal, deadline]) : deadline
    const clickhouse_settings = {
      max_execution_time: Math.ceil(timeoutMs / 1000),
      ...(threads === undefined ? {} : { max_threads: threads }),
    }
    const call = { abort_signal, clickhouse_settings }
    let last: unknown
    for (let tried = 0; tried < this.#clients.length; tried++) {
      const index = (this.#preferred + tried) % this.#clients.length
      const clients = this.#clients[index]
      if (!clients) break
      try {
        const result = await work(clients, call)
        this.#preferred = index
        return result
      } catch (error) {
        if (signal?.aborted) throw signal.reason
        if (deadline.aborted) throw fail('warehouse.timeout', { cause: error, retryAfter: RETRY_SECONDS })
        last = error
        if (!isUnreachable(error)) break
      }
    }
    throw translated(last)
  }
}
