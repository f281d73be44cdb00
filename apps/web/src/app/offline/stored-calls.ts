import { parseJson } from '#domain/text.ts'
import { isObject } from '#web/api/json.ts'

/** Calls whose last answer is kept, by method and path below the API's address. None of them lists people. */
const STORED_CALLS = [
  /^GET \/account(\/status|\/data-span)?$/,
  /^GET \/system\/(setting|client)$/,
  /^GET \/dashboards(\/[^/]+)?$/,
  /^GET \/home\/kpis$/,
  /^GET \/reports\/catalog$/,
  /^GET \/user\/(?!search$|sessions$)[^/]+$/,
  /^POST \/(dashboards|home)\/data$/,
  /^POST \/reports\/query$/,
]

/** Built-in reports without personal data. */
const STORED_REPORTS = /^(sales\/[\w-]+|products\/[\w-]+|clubs\/(active-clubs|top-clubs))$/

const REPORTS = '/reports/query'

const builtInReport = ({ definition }: Record<string, unknown>): string =>
  isObject(definition) && typeof definition.builtin === 'string' ? definition.builtin : ''

/** Whether answers of the call are kept, as far as its address says. */
export const isStored = (method: string, path: string): boolean =>
  STORED_CALLS.some((call) => call.test(`${method} ${path}`))

/**
 * What identifies the answer of a call with a body; null: it is not kept. What the caller already has does not matter.
 *
 * @param path below the API's address
 */
export const parseQuestion = (path: string, body: string): string | null => {
  const input = parseJson(body)
  if (!isObject(input)) return null
  if (path === REPORTS && !STORED_REPORTS.test(builtInReport(input))) return null
  const { known: _, ...question } = input
  return `${path} ${JSON.stringify(question)}`
}

const LINES = 'application/x-ndjson'

const linesOf = (body: string): readonly Record<string, unknown>[] =>
  body
    .split('\n')
    .map(parseJson)
    .filter((line) => isObject(line))

const isFailure = (line: Record<string, unknown>): boolean => 'error' in line || line.kind === 'error'

const serializeLines = (lines: readonly unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** Lines that answer with what the caller already has stand for those of the answer before. */
const joinLines = (body: string, before: string | null): string | null => {
  const earlier = new Map(linesOf(before ?? '').map((line) => [line.id, line]))
  const lines = linesOf(body).flatMap((line) => {
    if (isFailure(line)) return []
    return line.unchanged === true ? (earlier.get(line.id) ?? []) : line
  })
  return lines.length === 0 ? null : serializeLines(lines)
}

/** What to keep of an answer, given the one before; null: nothing, because it failed or is incomplete. */
export const contentToStore = (type: string, body: string, before: string | null): string | null => {
  if (type.startsWith(LINES)) return joinLines(body, before)
  const answer = parseJson(body)
  return isObject(answer) && answer.unchanged === true ? before : body
}
