import { addDays } from '#domain/ranges/local-day.ts'
import type { AccountHistory } from '../account/history.ts'
import { isSameSubject } from '../account/subject.ts'
import { findDataProblems } from '../data-problems/find-data-problems.ts'
import type { DataProblemInsight, EventInsight, StoppedSellingInsight } from '../insight/insight.ts'
import { findPriceChanges } from '../price/price-change.ts'
import type { DayRange } from '../series/series.ts'
import { findStoppedSelling } from '../stock/stopped-selling.ts'
import { anomalyInsight } from './anomaly-insight.ts'
import { isNear, mergeFindings } from './event.ts'
import type { Finding } from './finding.ts'
import { believe, judgeWindow } from './judge-window.ts'
import { type ScoredSubject, scoreAccount } from './scored-account.ts'
import { type Sensitivity, THRESHOLDS } from './sensitivity.ts'

export interface EventSearch {
  readonly history: AccountHistory
  /** complete days that are new: periods that end in them are judged */
  readonly judged: DayRange
  readonly sensitivity: Sensitivity
}

/** A fault of the data weighs on the weeks judged after it. */
const FAULT_DAYS = 35

const isByFault = (finding: Finding, { problem, period, subject }: DataProblemInsight): boolean =>
  finding.direction === (problem === 'duplicates' ? 'up' : 'down') &&
  isNear(finding, period) &&
  (subject.kind === 'account' || finding.subject.kind !== 'channel' || isSameSubject(finding.subject, subject))

const isByStop = (finding: Finding, { period, subject }: StoppedSellingInsight): boolean =>
  finding.direction === 'down' && isNear(finding, period) && isSameSubject(finding.subject, subject)

/**
 * What happened in the days judged: one insight an event. The scores may be given, to judge many ranges of one history; they
 * hold nothing of the days after.
 */
export const findEvents = (
  { history, judged, sensitivity }: EventSearch,
  account: readonly ScoredSubject[] = scoreAccount(history),
): EventInsight[] => {
  const thresholds = THRESHOLDS[sensitivity]
  const weighing = findDataProblems(history, account, { ...judged, from: addDays(judged.from, -FAULT_DAYS) })
  const problems = weighing.filter(({ period }) => period.until > judged.from)
  const stops = findStoppedSelling(history, account, judged, thresholds)
  const believed = believe(judgeWindow(account, judged, thresholds), thresholds)
  const unexplained = believed.filter(
    (finding) =>
      !weighing.some((problem) => isByFault(finding, problem)) && !stops.some((stop) => isByStop(finding, stop)),
  )
  const anomalies = mergeFindings(unexplained).map((event) => anomalyInsight(event, thresholds.falseDiscoveryRate))
  return [...problems, ...stops, ...findPriceChanges(history, judged, thresholds), ...anomalies]
}
