import type { SaveList, SaveListMember, SaveResult } from '#contract/save-list.ts'
import { toMajor } from '#domain/money.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import { subjectAddress } from '#domain/subject-pages.ts'
import type { RankingSummary } from '#insights/club-risk/rank-club.ts'
import { FEWEST_CANCELLATIONS, RISK_REASONS } from '#insights/club-risk/risk-model.ts'
import { expectedLoss } from '#insights/club-risk/save-candidates.ts'
import type { FoundCustomers, InsightReader } from '#server/modules/insights/index.ts'
import { fullName } from '#server/modules/users/index.ts'
import { measureSaved, scaled, stayedByAction } from './measure-saved.ts'
import type { EntryRow } from './next-entries.ts'
import type { findList, StepRow } from './save-list.repo.ts'

interface Stored {
  readonly list: Awaited<ReturnType<typeof findList>>
  readonly entries: readonly EntryRow[]
  /** newest first */
  readonly steps: readonly StepRow[]
  readonly readers: readonly InsightReader[]
  readonly customers: FoundCustomers
  readonly today: LocalDay
}

const FACTOR_TEXTS: Readonly<Record<string, string>> = RISK_REASONS

const isRunning = ({ ends_on, canceled_on }: EntryRow, today: LocalDay): boolean =>
  ends_on > today && canceled_on === null

export const isOnList = (entry: EntryRow, today: LocalDay): boolean => isRunning(entry, today) && !entry.is_held_out

const presentStep = ({ id, action, answer, note, at, ...user }: StepRow): SaveListMember['steps'][number] => {
  const { first_name, last_name } = user
  const userName = first_name === null || last_name === null ? null : fullName({ first_name, last_name })
  return { id, action, answer, note, utc: at.toISOString(), userName }
}

const presentMembers = (stored: Stored, currency: string): SaveListMember[] => {
  const { entries, steps, readers, customers, today } = stored
  const byEntry = Map.groupBy(steps, ({ entry_id }) => entry_id)
  return entries
    .filter((entry) => isOnList(entry, today) && customers.onRecord.has(entry.customer_id))
    .map((entry) => ({ entry, loss: expectedLoss({ chance: entry.chance, yearlyValue: entry.yearly_value }) }))
    .toSorted((a, b) => b.loss - a.loss)
    .map(({ entry, loss }) => {
      const assignee = readers.find(({ id }) => id === entry.assigned_to)
      return {
        id: entry.id,
        name: customers.names.get(entry.customer_id) ?? '',
        address: subjectAddress('customer', { id: entry.customer_id }),
        club: entry.club,
        yearlyValue: toMajor(entry.yearly_value, currency),
        chance: entry.chance,
        expectedLoss: toMajor(loss, currency),
        reasons: entry.reasons.map((text) => FACTOR_TEXTS[text] ?? text),
        endsOn: entry.ends_on,
        assignee: assignee ? { userId: assignee.id, name: `${assignee.firstName} ${assignee.lastName}` } : null,
        steps: (byEntry.get(entry.id) ?? []).map(presentStep),
      }
    })
}

const presentResult = (stored: Stored, currency: string): SaveResult | null => {
  const { list, entries, today } = stored
  if (list.holdout_percent === 0) return null
  const result = measureSaved(entries, list.holdout_percent, today)
  return { ...result, moneySaved: result.moneySaved && scaled(result.moneySaved, (minor) => toMajor(minor, currency)) }
}

const presentUnranked = (ranking: RankingSummary | null): SaveList['unranked'] => {
  if (ranking?.state === 'ranked') return null
  const { reason, cancellations } = ranking ?? { reason: 'notAnalyzed' as const, cancellations: 0 }
  return { reason, cancellations, needed: FEWEST_CANCELLATIONS }
}

/** @param currency of the account */
export const presentSaveList = (stored: Stored, currency: string): SaveList => {
  const { list, entries, steps, today } = stored
  const unranked = presentUnranked(list.ranking)
  return {
    unranked,
    members: unranked === null ? presentMembers(stored, currency) : [],
    holdoutPercent: list.holdout_percent,
    heldOut: entries.filter((entry) => isRunning(entry, today) && entry.is_held_out).length,
    accuracy: list.ranking?.quality ?? null,
    result: presentResult(stored, currency),
    stayedByAction: stayedByAction(entries, steps, today),
  }
}
