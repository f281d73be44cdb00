/**
 * A ClickHouse server: the engine of chdb behind ClickHouse's HTTP interface, as far as the official client uses it. It prints
 * `listening <port>`, and ends with its standard input: `node server.fixture.ts <data directory> [port]`, user and password in
 * `CLICKHOUSE_TEST_USER` and `CLICKHOUSE_TEST_PASSWORD`.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { Session } from 'chdb'

const [folder = '', port = '0'] = process.argv.slice(2)
const { CLICKHOUSE_TEST_USER: user = 'default', CLICKHOUSE_TEST_PASSWORD: password = '' } = process.env

/** Parameters of a request that are no settings of the engine. */
const HTTP_ONLY = new Set(['query', 'query_id', 'default_format', 'database', 'session_id', 'role', 'user', 'password'])
const HTTP_SETTINGS =
  /^(wait_end_of_query|enable_http_compression|http_|send_progress_in_http_headers|cancel_http_readonly|max_http_)/
const PARAM = 'param_'

/** HTTP status by exception code; others answer 500. */
const STATUS: Readonly<Record<number, number>> = {
  47: 404,
  60: 404,
  62: 400,
  81: 404,
  159: 408,
  456: 400,
  516: 401,
}

const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Keeps the engine's one data directory bound while no request runs. */
const first = new Session(folder)
/** Idle sessions by the statement that gave them their settings, which last as long as they do. */
const idle = new Map<string, Session[]>()

const settingsSql = (search: URLSearchParams): string => {
  const settings = [...search].filter(
    ([name]) => !(HTTP_ONLY.has(name) || HTTP_SETTINGS.test(name) || name.startsWith(PARAM)),
  )
  const set =
    settings.length === 0 ? '' : `SET ${settings.map(([name, value]) => `${name} = ${literal(value)}`).join(', ')}; `
  return `USE \`${(search.get('database') ?? 'default').replaceAll('`', '')}\`; ${set}`
}

const borrow = async (prelude: string): Promise<Session> => {
  const known = idle.get(prelude)?.pop()
  if (known) return known
  const session = new Session(folder)
  await session.queryAsync(`${prelude}SELECT 1`, { format: 'Null' })
  return session
}

/** What a statement names but was not given: a session would take the value of an earlier statement. */
const assertGiven = (statement: string, names: readonly string[]): void => {
  for (const [, name = ''] of statement.matchAll(/\{(\w+):\w/g))
    if (!names.includes(name))
      throw new Error(`Code: 456. DB::Exception: Substitution ${name} is not set. (UNKNOWN_QUERY_PARAMETER)`)
}

/** Parameters are set in the session: those that chdb binds itself let one statement of the whole process run at a time. */
const bound = (statement: string, search: URLSearchParams): string => {
  const params = [...search].filter(([name]) => name.startsWith(PARAM))
  if (params.length === 0) return statement
  assertGiven(
    statement,
    params.map(([name]) => name.slice(PARAM.length)),
  )
  return `SET ${params.map(([name, value]) => `${name} = ${literal(value)}`).join(', ')}; ${statement}`
}

const run = async (search: URLSearchParams, statement: string): Promise<Buffer> => {
  const prelude = settingsSql(search)
  const session = await borrow(prelude)
  try {
    const format = search.get('default_format') ?? 'TabSeparated'
    const result = await session.queryAsync(bound(statement, search), { format })
    idle.set(prelude, [...(idle.get(prelude) ?? []), session])
    return Buffer.from(result.bytes())
  } catch (error) {
    session.close()
    throw error
  }
}

const FORMAT = /\bFORMAT\s+(\w+)\s*;?\s*$/i

/** Without credentials of its own, any are accepted. */
const isAllowed = ({ headers }: IncomingMessage): boolean => {
  if (password === '') return true
  const basic = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
  return basic === `${user}:${password}` || headers['x-clickhouse-key'] === password
}

const fail = (response: ServerResponse, message: string): void => {
  const code = Number(/Code: (\d+)/.exec(message)?.[1] ?? 1)
  const text = message.startsWith('Code:') ? message : `Code: ${code}. DB::Exception: ${message}`
  response.writeHead(STATUS[code] ?? 500, {
    'X-ClickHouse-Exception-Code': String(code),
    'Content-Type': 'text/plain; charset=UTF-8',
  })
  response.end(`${text} (version 26.7.2.1)\n`)
}

/** The fields of a form: parameters that are too long for a URL, and their statement. */
const formOf = async ({ headers }: IncomingMessage, body: Buffer): Promise<[name: string, value: string][]> => {
  const type = headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return []
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  return [...form].map(([name, value]) => [name, String(value)])
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/ping') {
    response.end('Ok.\n')
    return
  }
  if (!isAllowed(request))
    return fail(response, 'Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)')
  const sent = await buffer(request)
  const body = request.headers['content-encoding'] === 'gzip' ? await promisify(gunzip)(sent) : sent
  const form = await formOf(request, body)
  for (const [name, value] of form) searchParams.set(name, value)
  const inUrl = searchParams.get('query')
  const rows = form.length > 0 ? '' : body.toString()
  const statement = inUrl === null ? rows : `${inUrl}\n${rows}`
  // An INSERT without rows is none.
  const isEmpty = inUrl !== null && /^\s*INSERT\b.*\bFORMAT\s+\w+\s*$/is.test(inUrl) && body.length === 0
  const found = isEmpty ? Buffer.alloc(0) : await run(searchParams, statement)
  const headers: OutgoingHttpHeaders = {
    'X-ClickHouse-Query-Id': searchParams.get('query_id') ?? randomUUID(),
    'X-ClickHouse-Format': FORMAT.exec(statement)?.[1] ?? searchParams.get('default_format') ?? 'TabSeparated',
    'X-ClickHouse-Summary':
      '{"read_rows":"0","read_bytes":"0","written_rows":"0","written_bytes":"0","elapsed_ns":"0"}',
  }
  const isCompressed =
    searchParams.get('enable_http_compression') === '1' && /gzip/.test(String(request.headers['accept-encoding'] ?? ''))
  response.writeHead(200, isCompressed ? { ...headers, 'Content-Encoding': 'gzip' } : headers)
  response.end(isCompressed ? await promisify(gzip)(found, { level: 1 }) : found)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    if (response.headersSent) response.destroy()
    else fail(response, message)
  })
})

server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`listening ${address.port}\n`)
})

process.stdin.resume()
process.stdin.on('end', () => {
  first.close()
  process.exit(0)
})
