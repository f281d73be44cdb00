import type { ReportResult } from '#contract/reports.ts'
import type { Deps } from '#server/deps.ts'
import { runReport } from '../run-report.ts'
import { atOneVersion } from './at-one-version.ts'
import { type Fact, type FactWords, reportFacts } from './report-facts.ts'
import type { ReportQuestion } from './report-question.ts'

/** A whole report with everything that a picture, a sheet or a page of it needs; plain data, so that a thread can take it. */
export interface AnsweredReport {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly answer: Omit<ReportResult, 'asOf' | 'etag'>
  readonly chart: ReportQuestion['request']['definition']['chart']
  readonly culture: string
  readonly currency: string
  readonly timeZone: string
  /** local day of the answer */
  readonly today: string
}

interface AnswerOptions {
  /** rows that are answered at most, from the first on */
  readonly maxRows: number
  /** called with the number of all rows before any of them is read; throws to refuse */
  readonly check?: (rowCount: number) => void
  /** default: as programs read them back */
  readonly words?: FactWords
}

/** The report's first rows, all at one data version. */
export const answerReport = (
  deps: Pick<Deps, 'warehouse'>,
  question: ReportQuestion,
  { maxRows, check, words }: AnswerOptions,
  signal: AbortSignal,
): Promise<AnsweredReport> =>
  atOneVersion(deps, question.settings, signal, async ({ session, asOf }) => {
    const { title, reader, settings, request, report } = question
    if (check) check(shownRows(await session.rowCount(report.query), report.query.top))
    const answer = await runReport(session, settings, { ...request, pageSize: maxRows }, report)
    const facts = reportFacts(question, { rows: answer.rowCount, asOf, excluded: answer.excluded }, words)
    const { currency, timeZone, calendar } = settings
    const { chart } = request.definition
    return { title, facts, answer, chart, culture: reader.culture, currency, timeZone, today: calendar.today }
  })

const shownRows = (rowCount: number, top: number | null): number => (top === null ? rowCount : Math.min(rowCount, top))
