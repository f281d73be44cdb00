import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ReportResult } from '#contract/reports.ts'
import { errorFromBody } from '#web/api/api-error.ts'
import { REPORT_PAGES } from '#web/app/data-updates.ts'
import { type RawFetch, useRuntime } from '#web/app/runtime.tsx'
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

type Row = ReportResult['rows'][number]

/** Milliseconds that pages out of view are cached: enough for scrolling back, without piling up. */
const KEEP_PAGE = 10_000

export interface ShownReport {
  /** any loaded page: columns, totals and facts are the same on all */
  readonly head: ReportResult
  /** null: not loaded */
  readonly rowAt: (index: number) => Row | null
  readonly previousAt: (index: number) => Row | null
  /** a newer request is loading */
  readonly isOld: boolean
}

export interface ReportPages {
  /** null: no result yet */
  readonly shown: ShownReport | null
  readonly error: unknown
  readonly isFetching: boolean
  readonly retry: () => void
}

interface Answer {
  readonly key: string
  readonly pages: ReadonlyMap<number, ReportResult>
}

const collectRows = ({ pages }: Answer, pageSize: number, pick: (page: ReportResult) => readonly (Row | null)[]) => {
  return (index: number): Row | null => {
    const page = pages.get(Math.floor(index / pageSize) + 1)
    return (page && pick(page)[index % pageSize]) ?? null
  }
}

const NONE: readonly (Row | null)[] = []

const shownFrom = (answer: Answer, pageSize: number, isOld: boolean): ShownReport | null => {
  const [head] = answer.pages.values()
  if (head === undefined) return null
  return {
    head,
    isOld,
    rowAt: collectRows(answer, pageSize, ({ rows }) => rows),
    previousAt: collectRows(answer, pageSize, ({ previous }) => previous ?? NONE),
  }
}

interface PagesWanted {
  readonly request: ReportRequest
  /** pages in view, from 1 */
  readonly pages: readonly number[]
  readonly pageSize: number
  readonly isEnabled: boolean
}

/**
 * The pages of a report in view. The last result stays until the next request completes; pages of one request are cached
 * only for seconds after leaving the view.
 */
export const useReportPages = ({ request, pages, pageSize, isEnabled }: PagesWanted): ReportPages => {
  const { rawFetch } = useRuntime()
  const client = useQueryClient()
  const results = useQueries({
    queries: pages.map((page) => {
      const queryKey = [REPORT_PAGES, request, pageSize, page]
      return {
        queryKey,
        enabled: isEnabled,
        // Back returns to the first page.
        ...(page === 1 ? {} : { gcTime: KEEP_PAGE }),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          fetchReport(
            rawFetch,
            { ...request, page, pageSize },
            { signal, held: client.getQueryData<ReportResult>(queryKey) },
          ),
      }
    }),
  })
  const key = JSON.stringify(request)
  const present = pages.flatMap((page, index): [number, ReportResult][] => {
    const data = results[index]?.data
    return data === undefined ? [] : [[page, data]]
  })
  const now: Answer = { key, pages: new Map(present) }
  const last = useRef<Answer>(now)
  useEffect(() => {
    if (now.pages.size > 0) last.current = now
  })
  const isOld = now.pages.size === 0 && last.current.key !== key
  const error = results.find(({ isError }) => isError)?.error ?? null
  // Between two pages of one request the last one still has columns and totals.
  const fallback: Answer = isOld ? last.current : { key, pages: last.current.pages }
  return {
    shown: shownFrom(now.pages.size > 0 ? now : fallback, pageSize, isOld),
    error,
    isFetching: results.some(({ isFetching }) => isFetching),
    retry: () => void Promise.all(results.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  }
}

/** Whether the data of an answer is newer than that of the first answer to the same question: new data was loaded meanwhile. */
export const useIsUpdated = (question: string, asOf: string | null): boolean => {
  const first = useRef({ question, asOf })
  if (first.current.question !== question || first.current.asOf === null) first.current = { question, asOf }
  return first.current.asOf !== asOf
}

/** Seconds since an instant in epoch milliseconds; null: nothing is loading. */
export const useElapsedSince = (isWaiting: boolean): number | null => {
  const [since, setSince] = useState<number | null>(isWaiting ? Date.now() : null)
  if (isWaiting && since === null) setSince(Date.now())
  if (!isWaiting && since !== null) setSince(null)
  return isWaiting ? since : null
}
