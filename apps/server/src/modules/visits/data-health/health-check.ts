import type { DataHealthItem } from '#contract/visits.ts'

/** A kind of gap with its thresholds. */
export interface HealthCheck {
  readonly id: string
  readonly title: string
  /** a sentence about the affected numbers */
  readonly effect: string
  /** share of records, 0 to 1, from which the status is a notice; 0: from the first record */
  readonly noticeFrom: number
  /** share from which the status is bad; above 1: never */
  readonly badFrom: number
}

export interface Counted {
  readonly count: number
  /** total number of records */
  readonly of: number
}

/** Good without gaps or below `noticeFrom`; bad from `badFrom`. */
export const severityOf = (
  { noticeFrom, badFrom }: Pick<HealthCheck, 'noticeFrom' | 'badFrom'>,
  { count, of }: Counted,
): DataHealthItem['severity'] => {
  if (count === 0) return 'good'
  const share = count / Math.max(of, count)
  if (share >= badFrom) return 'bad'
  return share >= noticeFrom ? 'notice' : 'good'
}

export const presentCheck = (
  check: HealthCheck,
  { count, of }: Counted,
  path: DataHealthItem['path'],
): DataHealthItem => {
  const { id, title, effect } = check
  return { id, title, effect, count, of, severity: severityOf(check, { count, of }), path }
}
