import type { ReportResult } from '#contract/reports.ts'
import { errorFromBody } from '#web/api/api-error.ts'
import type { RawFetch } from '#web/app/runtime.tsx'
import type { ReportRequest } from './report-request.ts'

interface PageRequest extends ReportRequest {
  readonly page: number
  readonly pageSize: number
}

interface FetchOptions {
  readonly signal: AbortSignal
  /** cached result of the same request, sent as ETag */
  readonly held: ReportResult | undefined
}

const isUnchanged = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'unchanged' in answer && answer.unchanged === true

const isResult = (answer: unknown): answer is ReportResult =>
  typeof answer === 'object' && answer !== null && 'rows' in answer && 'columns' in answer

/** One page of a report. Throws the API's error, or an error for an invalid response. */
export const fetchReport = async (
  rawFetch: RawFetch,
  request: PageRequest,
  { signal, held }: FetchOptions,
): Promise<ReportResult> => {
  const response = await rawFetch('/reports/query', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, ...(held === undefined ? {} : { known: held.etag }) }),
    signal,
  })
  const answer: unknown = await response.json().catch(() => null)
  if (held !== undefined && isUnchanged(answer)) return held
  if (!response.ok || !isResult(answer)) throw errorFromBody(answer, response.status)
  return answer
}
