import type { SaveResult, StayedByAction } from '#contract/save-list.ts'
import { differenceInterval, FEWEST_TRIALS, type Interval, type Share, wilson } from '#domain/proportion.ts'
import type { LocalDay } from '#domain/ranges/local-day.ts'
import { SAVE_ACTIONS, type SaveAction } from '#domain/save-list.ts'
import type { EntryRow } from './next-entries.ts'

type Measured = Pick<EntryRow, 'id' | 'ends_on' | 'holdout_percent' | 'is_held_out' | 'canceled_on' | 'entry_value'>

const countStayed = (entries: readonly Measured[]): Share => ({
  hits: entries.filter(({ canceled_on }) => canceled_on === null).length,
  of: entries.length,
})

type Estimate = NonNullable<SaveResult['difference']>

/** The estimate of something that follows from the estimated value. */
export const scaled = ({ value, low, high }: Estimate, scale: (value: number) => number): Estimate => ({
  value: scale(value),
  low: scale(low),
  high: scale(high),
})

const verdictOf = (listed: Share, heldOut: Share, { low, high }: Interval): SaveResult['verdict'] => {
  if (Math.min(listed.of, heldOut.of) < FEWEST_TRIALS) return 'tooFew'
  return low <= 0 && high >= 0 ? 'unclear' : 'known'
}

/**
 * What the list saved among the members whose three months have ended before `today`. Only members who entered under the
 * holdout of `percent` are compared: with other shares, other members were held out. Money is in minor units.
 */
export const measureSaved = (entries: readonly Measured[], percent: number, today: LocalDay): SaveResult => {
  const ended = entries.filter(({ ends_on, holdout_percent }) => ends_on <= today && holdout_percent === percent)
  const onList = ended.filter(({ is_held_out }) => !is_held_out)
  const [listed, heldOut] = [countStayed(onList), countStayed(ended.filter(({ is_held_out }) => is_held_out))]
  const interval = differenceInterval(listed, heldOut)
  const verdict = verdictOf(listed, heldOut, interval)
  const counts = { percent, listed, heldOut, verdict }
  if (listed.of === 0 || heldOut.of === 0) return { ...counts, difference: null, moneySaved: null }
  const difference = { value: listed.hits / listed.of - heldOut.hits / heldOut.of, ...interval }
  const worth = onList.reduce((sum, { entry_value }) => sum + entry_value, 0)
  const moneySaved = verdict === 'known' ? scaled(difference, (share) => Math.round(share * worth)) : null
  return { ...counts, difference, moneySaved }
}

/** How many listed members stayed, by what was done; a member counts in every action. Observed, not caused by it. */
export const stayedByAction = (
  entries: readonly Measured[],
  steps: readonly { readonly entry_id: string; readonly action: SaveAction }[],
  today: LocalDay,
): StayedByAction[] => {
  const ended = entries.filter(({ ends_on, is_held_out }) => ends_on <= today && !is_held_out)
  const contacts = steps.filter(({ action }) => action !== 'note')
  const idsOf = (wanted: typeof contacts) => new Set(wanted.map(({ entry_id }) => entry_id))
  const contacted = idsOf(contacts)
  const groups = [
    ...SAVE_ACTIONS.map((action) => {
      const ids = idsOf(contacts.filter((step) => step.action === action))
      return { action, members: ended.filter(({ id }) => ids.has(id)) }
    }),
    { action: 'nothing' as const, members: ended.filter(({ id }) => !contacted.has(id)) },
  ]
  return groups
    .filter(({ members }) => members.length > 0)
    .map(({ action, members }) => ({ action, ...countStayed(members), ...wilson(countStayed(members)) }))
}
