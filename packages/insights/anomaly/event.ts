import { addDays } from '#domain/ranges/local-day.ts'
import { isSameSubject, type Subject } from '../account/subject.ts'
import type { DayRange } from '../series/series.ts'
import type { Finding } from './finding.ts'

/** Findings with one cause, under the one that tells it best. */
export interface AnomalyEvent {
  readonly lead: Finding
  readonly also: readonly Finding[]
}

const SALES = new Set(['netSales', 'orderCount', 'productUnits'])

/** Days that share one, or touch. */
export const isNear = (a: DayRange, b: DayRange): boolean =>
  a.from <= addDays(b.until, 1) && b.from <= addDays(a.until, 1)

/** Products, channels and people are parts of the account's sales, seen in different ways; two of one kind are not. */
const areRelated = (a: Subject, b: Subject): boolean =>
  a.kind === 'account' || b.kind === 'account' || a.kind !== b.kind || isSameSubject(a, b)

const hasOneCause = (a: Finding, b: Finding): boolean => {
  if (a.direction !== b.direction || !isNear(a, b)) return false
  if (SALES.has(a.metric) && SALES.has(b.metric)) return areRelated(a.subject, b.subject)
  return a.metric === b.metric && isSameSubject(a.subject, b.subject)
}

/** A part that makes this share of the whole's change is where it came from. */
const WHERE_FROM = 0.6
const PART_KINDS: readonly Subject['kind'][] = ['service', 'channel', 'product', 'teamMember', 'club']

const byStake = (findings: readonly Finding[]): Finding[] => [...findings].sort((a, b) => b.stake - a.stake)

/** Of the same subject: money before orders, the shortest period that is as sure. */
const clearest = (findings: readonly Finding[]): Finding | undefined => {
  const money = findings.filter(({ metric }) => metric === 'netSales')
  return [...(money.length > 0 ? money : findings)].sort((a, b) => a.probability - b.probability)[0]
}

const leadOf = (findings: readonly Finding[]): Finding | undefined => {
  const [largest] = byStake(findings)
  if (largest === undefined) return undefined
  for (const kind of PART_KINDS) {
    const part = byStake(findings.filter(({ subject }) => subject.kind === kind))[0]
    if (part === undefined) continue
    const same = findings.filter(({ subject }) => isSameSubject(subject, part.subject))
    if (part.stake >= WHERE_FROM * largest.stake) return clearest(same)
  }
  return clearest(findings.filter(({ subject }) => isSameSubject(subject, largest.subject)))
}

/** One event for all findings of the same cause: the same turn in net sales and orders, in a channel and the whole. */
export const mergeFindings = (findings: readonly Finding[]): AnomalyEvent[] => {
  const groups: Finding[][] = []
  for (const finding of byStake(findings)) {
    const group = groups.find((members) => members.some((member) => hasOneCause(member, finding)))
    if (group === undefined) groups.push([finding])
    else group.push(finding)
  }
  return groups.flatMap((group) => {
    const lead = leadOf(group)
    return lead === undefined ? [] : [{ lead, also: group.filter((finding) => finding !== lead) }]
  })
}
