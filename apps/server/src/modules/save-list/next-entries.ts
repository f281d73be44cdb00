import type { Selectable } from 'kysely'
import { addMonths, addYears, type LocalDay } from '#domain/ranges/local-day.ts'
import { MONTHS_AHEAD } from '#insights/club-risk/risk-model.ts'
import { riskTexts } from '#insights/club-risk/risk-texts.ts'
import type { SaveCandidate } from '#insights/club-risk/save-candidates.ts'
import type { MemberHistory } from '#insights/insight/inputs.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import { holdoutDraw } from '#server/modules/insights/index.ts'

export type EntryRow = Selectable<Schema['save_list_entries']>

/** Candidates with the largest expected loss, as many as a small team can call in a month. */
const LIST_SIZE = 100
const MEASURED_YEARS = 2

interface NextEntries {
  readonly accountId: number
  readonly today: LocalDay
  readonly holdoutPercent: number
  readonly stored: readonly EntryRow[]
  /** memberships of customers on record; without canceled ones that have no date */
  readonly members: readonly MemberHistory[]
  /** by descending expected loss */
  readonly candidates: readonly SaveCandidate[]
  newId(): string
}

const canceledWithin = ({ entered_on, ends_on }: EntryRow, cancelled: LocalDay | null): LocalDay | null =>
  cancelled !== null && cancelled >= entered_on && cancelled < ends_on ? cancelled : null

const riskFields = (candidate: SaveCandidate, history: MemberHistory, today: LocalDay) => ({
  membership_id: candidate.membershipId,
  customer_id: candidate.customerId,
  club: candidate.club,
  chance: candidate.chance,
  reasons: riskTexts(candidate.reasons, history, today),
  yearly_value: candidate.yearlyValue,
})

/**
 * The entries after a ranking. The first 100 candidates enter for three months, each held out by a draw at that time; those
 * who have entered stay. Members who are no longer on record, and entries that ended two years ago, are removed.
 */
export const nextEntries = (input: NextEntries): { entries: EntryRow[]; removedIds: string[] } => {
  const { accountId, today, holdoutPercent, stored, candidates } = input
  const histories = new Map(input.members.map((member) => [member.membershipId, member]))
  const ranked = new Map(candidates.map((candidate) => [candidate.membershipId, candidate]))
  const oldest = addYears(today, -MEASURED_YEARS)
  const remaining = stored.filter(({ membership_id, ends_on }) => histories.has(membership_id) && ends_on > oldest)
  const known = remaining.map((entry): EntryRow => {
    const history = histories.get(entry.membership_id)
    const canceled_on = canceledWithin(entry, history?.cancelled ?? null)
    const now = entry.ends_on > today ? ranked.get(entry.membership_id) : undefined
    return { ...entry, canceled_on, ...(now && history && riskFields(now, history, today)) }
  })
  const running = new Set(known.filter(({ ends_on }) => ends_on > today).map(({ customer_id }) => customer_id))
  const entering = candidates
    .flatMap((candidate) => {
      const history = histories.get(candidate.membershipId)
      return history?.cancelled === null ? [{ candidate, history }] : []
    })
    .slice(0, LIST_SIZE)
    .filter(({ candidate }) => !running.has(candidate.customerId))
  const added = entering.map(
    ({ candidate, history }): EntryRow => ({
      id: input.newId(),
      account_id: accountId,
      ...riskFields(candidate, history, today),
      entry_value: candidate.yearlyValue,
      entered_on: today,
      ends_on: addMonths(today, MONTHS_AHEAD),
      holdout_percent: holdoutPercent,
      is_held_out: holdoutDraw(accountId, candidate.membershipId, today) * 100 < holdoutPercent,
      canceled_on: null,
      assigned_to: null,
    }),
  )
  const remainingIds = new Set(remaining.map(({ id }) => id))
  return { entries: [...known, ...added], removedIds: stored.map(({ id }) => id).filter((id) => !remainingIds.has(id)) }
}
