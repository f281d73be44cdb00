import type { DataHealthItem } from '#contract/visits.ts'

/** A kind of gap, and how much of it there may be. */
export interface HealthCheck {
  readonly id: string
  readonly title: string
  /** which numbers suffer, a sentence */
  readonly effect: string
  /** share of records, 0 to 1, from which it is no longer good; 0: the first one */
  readonly noticeFrom: number
  /** share from which it is bad; above 1: never */
  readonly badFrom: number
}

export interface Counted {
  readonly count: number
  /** of how many records */
  readonly of: number
}

/** Without a gap it is good, and so is a share below `noticeFrom`; from `badFrom` on it is bad. */
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
