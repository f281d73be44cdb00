import type { Random } from '#connectors/sample/random.ts'
import type { ContractCall } from '../test-client.ts'
import { bodyText, mutate, ODD_TEXTS, oddValue } from './hostile-values.ts'
import { type Hints, type JsonSchema, pick, valueFor } from './schema-values.ts'

/** What the OpenAPI document says about a call. */
export interface Operation {
  readonly call: ContractCall
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[]
  /** null: none is read */
  readonly body: JsonSchema | null
}

/** A request as `inject` takes it, printable as JSON. */
export interface FuzzRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
}

/** Files for the calls that take one. */
const FILES: readonly string[] = [
  '',
  '\ufeff',
  'orderId,orderDate,sku,quantity,unitPrice\n',
  'orderId,orderDate,sku,quantity,unitPrice\n1,2026-01-02,A,1,2.00\n',
  'orderId,orderDate,sku,quantity,unitPrice\n,never,,many,free\n,,,,\nx,2026-13-45,,NaN,1e999\n',
  'orderId,orderDate,sku,quantity,unitPrice\n1,2026-01-02,"A,1,2.00\n',
  'orderId,orderId,orderId\n1,2,3\n',
  'a\n\u0000\n',
  'orderId,orderDate,sku,quantity,unitPrice\n1\n2,3\n',
  '\u001f\u008b\u0008broken',
  `${'wide,'.repeat(2000)}\n${'1,'.repeat(2000)}\n`,
  '{"not":"csv"}',
  ';\t|\n;\t|\n',
]

const multipart = (random: Random): string => {
  const field = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const file = `--b\r\ncontent-disposition: form-data; name="${pick(random, ['file', 'photo'])}"; filename="${pick(random, ['a.csv', 'é\u0001.csv', '', '../a'])}"\r\ncontent-type: text/csv\r\n\r\n${pick(random, FILES)}\r\n`
  const names = ['kind', 'mapping', 'onError', 'refundIdPrefix', '__proto__', 'constructor', 'extra']
  const values = ['auto', 'order_lines', '{"orderId":"orderId"}', '{"orderId":{"length":5}}', '[]', 'null', 'skip', '"']
  const fields = Array.from({ length: random.below(3) }, () => field(pick(random, names), pick(random, values)))
  return `${fields.join('')}${random.chance(0.8) ? file : ''}${random.chance(0.9) ? '--b--\r\n' : ''}`
}

const ODD_BODIES: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '5',
  '1e400',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"name":"\\ud800"}',
  '{"name":"\\u0000"}',
  '\ufeff{}',
  '{}{}',
  '[]'.repeat(3),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"name":"${'x'.repeat(50_000)}"}`,
]

const CONTENT_TYPES: readonly string[] = [
  'application/json',
  'application/json; charset=latin1',
  'application/json;',
  'text/plain',
  'text/csv',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=b',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'application/xml',
  '',
  'nonsense',
]

const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ['idempotency-key', ''],
  ['idempotency-key', 'k'.repeat(300)],
  ['idempotency-key', 'same'],
  ['idempotency-key', 'caf\u00e9 \u0080'],
  ['idempotency-key', '__proto__'],
  ['if-match', '*'],
  ['if-match', '"1", "2"'],
  ['if-match', '9'.repeat(40)],
  ['if-none-match', 'W/"x"'],
  ['if-none-match', '*'],
  ['accept', 'text/html'],
  ['accept-encoding', 'gzip;q=zero'],
  ['accept-language', 'x'.repeat(500)],
  ['content-encoding', 'gzip'],
  ['range', 'bytes=5-1'],
  ['x-forwarded-for', 'not an address'],
  ['user-agent', `${'u'.repeat(2000)}\u00ff`],
  ['origin', 'null'],
  ['cookie', 'a=b; __proto__=1'],
  ['authorization', 'Basic Og=='],
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer a.b.c'],
  ['authorization', `Bearer ${'x'.repeat(900)}`],
  ['expect', '100-continue'],
]

const ODD_QUERIES: readonly string[] = [
  'page=1&page=2',
  'page[]=1',
  'page=%00',
  'page=1e3',
  'page=99999999999999999999',
  'pageSize=-1',
  'query=%F0%9F%8D%B7',
  'query=%',
  'query=%25%5F\\',
  '__proto__=1&constructor=2',
  'a=%ED%A0%80',
  '&&==&',
  `q=${'x'.repeat(3000)}`,
]

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

interface Generated {
  readonly random: Random
  readonly hints: Hints
}

/** A request to a call that is valid as far as the document says. */
const validRequest = ({ call, parameters, body }: Operation, { random, hints }: Generated): FuzzRequest => {
  const text = (name: string, schema: JsonSchema) => encoded(String(valueFor(random, schema, hints, name)))
  const inPath = new Map(parameters.filter((one) => one.in === 'path').map((one) => [one.name, one.schema]))
  const path = call.url.replace(/:(\w+)/g, (_place, name: string) => text(name, inPath.get(name) ?? { type: 'string' }))
  const query = parameters
    .filter((one) => one.in === 'query' && random.chance(0.6))
    .map(({ name, schema }) => `${name}=${text(name, schema)}`)
  const { sample } = call.meta
  const search = query.length > 0 ? query.join('&') : (sample?.query ?? '')
  const url = search ? `${path}?${search}` : path
  if (sample?.raw) return rawRequest(call.method, url, sample.raw, random)
  if (call.method === 'GET' || body === null) return { method: call.method, url, headers: {} }
  const value = sample?.body && random.chance(0.3) ? sample.body : valueFor(random, body, hints)
  return { method: call.method, url, headers: { 'content-type': 'application/json' }, payload: bodyText(value) }
}

const rawRequest = (
  method: string,
  url: string,
  { contentType, text }: { readonly contentType: string; readonly text: string },
  random: Random,
): FuzzRequest => {
  const isForm = contentType.startsWith('multipart')
  const payload = random.chance(0.3) ? text : isForm ? multipart(random) : pick(random, FILES)
  return { method, url, headers: { 'content-type': contentType }, payload }
}

type Mutation = (request: FuzzRequest, random: Random) => FuzzRequest

const MAX_MUTATED = 10_000

const mutateBody: Mutation = (request, random) => {
  if (request.payload === undefined)
    return { ...request, headers: { 'content-type': 'application/json' }, payload: bodyText(oddValue(random)) }
  // Already a huge one.
  if (request.payload.length > MAX_MUTATED) return request
  const value: unknown = isJson(request.payload) ? JSON.parse(request.payload) : {}
  const once = mutate(random, value)
  return { ...request, payload: bodyText(random.chance(0.3) ? mutate(random, once) : once) }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const replaceBody: Mutation = (request, random) => ({ ...request, payload: pick(random, ODD_BODIES) })

const replaceType: Mutation = (request, random) => ({
  ...request,
  headers: { ...request.headers, 'content-type': pick(random, CONTENT_TYPES) },
  payload: request.payload ?? '',
})

const addHeader: Mutation = (request, random) => {
  const [name, value] = pick(random, ODD_HEADERS)
  return { ...request, headers: { ...request.headers, [name]: value } }
}

const addQuery: Mutation = (request, random) => ({
  ...request,
  url: `${request.url}${request.url.includes('?') ? '&' : '?'}${
    random.chance(0.5)
      ? pick(random, ODD_QUERIES)
      : `${pick(random, ['id', 'key', 'query', 'month', 'page', 'token', 'userId', 'name'])}=${encoded(pick(random, ODD_TEXTS))}`
  }`,
})

const ODD_SEGMENTS = [
  '%00',
  '%',
  '%2e%2e',
  '..%2f..%2fetc',
  '%ED%A0%80',
  'x'.repeat(400),
  'default',
  '%20',
  'a%2Fb',
  "'",
]

const replaceSegment: Mutation = (request, random) => {
  const [path = '', query] = request.url.split('?')
  const segments = path.split('/')
  const at = random.between(2, segments.length)
  segments[at] = random.chance(0.5) ? pick(random, ODD_SEGMENTS) : encoded(pick(random, ODD_TEXTS))
  return { ...request, url: query === undefined ? segments.join('/') : `${segments.join('/')}?${query}` }
}

const replaceMethod: Mutation = (request, random) => ({
  ...request,
  method: pick(random, ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']),
})

/** Mutations by weight. */
const MUTATIONS: readonly Mutation[] = [
  ...Array.from({ length: 10 }, () => mutateBody),
  replaceBody,
  replaceBody,
  replaceType,
  addHeader,
  addHeader,
  addQuery,
  addQuery,
  replaceSegment,
  replaceSegment,
  replaceMethod,
]

/** A request to an operation: valid, or with one or two mutations. */
export const fuzzRequest = (operation: Operation, generated: Generated): FuzzRequest => {
  const { random } = generated
  let request = validRequest(operation, generated)
  for (let count = pick(random, [0, 0, 1, 1, 1, 2]); count > 0; count -= 1)
    request = pick(random, MUTATIONS)(request, random)
  return request
}
