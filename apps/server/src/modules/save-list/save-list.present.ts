import type { SaveList, SaveListMember, SaveResult } from '#contract/save-list.ts'
import { toMajor } from '#domain/money.ts'
import { isForRoles, isInPlan } from '#domain/navigation.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import { subjectAddress } from '#domain/subject-pages.ts'
import type { RankingSummary } from '#insights/club-risk/rank-club.ts'
import { FEWEST_CANCELLATIONS, RISK_REASONS } from '#insights/club-risk/risk-model.ts'
import { expectedLoss } from '#insights/club-risk/save-candidates.ts'
import { routeAccess } from '#reports/navigation.ts'
import type { Caller } from '#server/http/caller.ts'
import type { FoundCustomers, InsightReader } from '#server/modules/insights/index.ts'
import { fullName } from '#server/modules/users/index.ts'
import { keptByAction, measureSaved } from './measure-saved.ts'
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

const isRunning = ({ ends_on, canceled_on }: EntryRow, today: LocalDay): boolean =>
  ends_on > today && canceled_on === null

export const isOnList = (entry: EntryRow, today: LocalDay): boolean => isRunning(entry, today) && !entry.is_held_out

const presentStep = ({ id, action, answer, note, at, ...user }: StepRow): SaveListMember['steps'][number] => {
  const { first_name, last_name } = user
  const userName = first_name === null || last_name === null ? null : fullName({ first_name, last_name })
  return { id, action, answer, note, utc: at.toISOString(), userName }
}

/** The page of a customer, if the caller may open it. */
const customerPage = ({ roles, accountType }: Caller, id: string): string | null => {
  const address = subjectAddress('customer', { id })
  const access = routeAccess(address)
  return access !== null && isForRoles(access, roles) && isInPlan(access, accountType) ? address : null
}

const presentMembers = (stored: Stored, caller: Caller): SaveListMember[] => {
  const { entries, steps, readers, customers, today } = stored
  const { currency } = caller.account
  const byEntry = Map.groupBy(steps, ({ entry_id }) => entry_id)
  const names = new Map(readers.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]))
  return entries
    .filter((entry) => isOnList(entry, today) && customers.onRecord.has(entry.customer_id))
    .map((entry) => ({ entry, loss: expectedLoss({ chance: entry.chance, yearlyValue: entry.yearly_value }) }))
    .toSorted((a, b) => b.loss - a.loss)
    .map(({ entry, loss }) => {
      const assignee = names.get(entry.assigned_to ?? '')
      return {
        id: entry.id,
        name: customers.names.get(entry.customer_id) ?? '',
        address: customerPage(caller, entry.customer_id),
        club: entry.club,
        yearlyValue: toMajor(entry.yearly_value, currency),
        chance: entry.chance,
        expectedLoss: toMajor(loss, currency),
        reasons: entry.reasons.map((factor) => RISK_REASONS[factor]),
        enteredOn: entry.entered_on,
        endsOn: entry.ends_on,
        assignee:
          entry.assigned_to === null || assignee === undefined ? null : { userId: entry.assigned_to, name: assignee },
        steps: (byEntry.get(entry.id) ?? []).map(presentStep),
      }
    })
}

/** The holdout whose members are compared: the current one, else that of the last members who were held out. */
const measuredPercent = ({ list, entries }: Stored): number => {
  if (list.holdout_percent > 0) return list.holdout_percent
  const heldOut = entries.filter(({ is_held_out }) => is_held_out)
  return heldOut.toSorted((a, b) => b.entered_on.localeCompare(a.entered_on))[0]?.holdout_percent ?? 0
}

const presentResult = (stored: Stored, currency: string): SaveResult | null => {
  const percent = measuredPercent(stored)
  if (percent === 0) return null
  const result = measureSaved(stored.entries, percent, stored.today)
  const major = (minor: number): number => toMajor(minor, currency)
  const { value, low, high } = result.moneyKept ?? { value: 0, low: 0, high: 0 }
  return { ...result, moneyKept: result.moneyKept && { value: major(value), low: major(low), high: major(high) } }
}

const presentUnranked = (ranking: RankingSummary | null): SaveList['unranked'] => {
  if (ranking?.state === 'ranked') return null
  const { reason, cancellations } = ranking ?? { reason: 'notAnalyzed' as const, cancellations: 0 }
  return { reason, cancellations, needed: FEWEST_CANCELLATIONS }
}

export const presentSaveList = (stored: Stored, caller: Caller): SaveList => {
  const { list, entries, steps, today } = stored
  const unranked = presentUnranked(list.ranking)
  return {
    rankedOn: list.ranked_on,
    unranked,
    members: unranked === null ? presentMembers(stored, caller) : [],
    holdoutPercent: list.holdout_percent,
    heldOut: entries.filter((entry) => isRunning(entry, today) && entry.is_held_out).length,
    accuracy: list.ranking?.quality ?? null,
    result: presentResult(stored, caller.account.currency),
    keptByAction: keptByAction(entries, steps, today),
  }
}
