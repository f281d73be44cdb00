import type { DefinitionChoice } from '#contract/account.ts'
import type { WeekStart } from '#domain/ranges/period.ts'
import { type SettingsDraft, wayOf } from './settings-draft.ts'

/** Something that numbers depend on, with what its change does to them. */
export interface NumberChange {
  readonly what: string
  readonly effect: string
}

export const WEEK_START_NAMES: Readonly<Record<WeekStart, string>> = {
  monday: 'Monday',
  sunday: 'Sunday',
  saturday: 'Saturday',
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

/** 1 to 12, in words. */
export const monthName = (month: number): string => MONTH.format(Date.UTC(2024, month - 1, 1))

/** Days after which a quarter ends, in words of the fiscal year that begins in `month`. */
const quartersText = (month: number): string => {
  const starts = [0, 3, 6, 9].map((later) => monthName(((month - 1 + later) % 12) + 1))
  return `Quarters then begin in ${starts.slice(0, 3).join(', ')} and ${starts[3]}.`
}

const definitionChanges = (
  draft: SettingsDraft,
  saved: SettingsDraft,
  choices: readonly DefinitionChoice[],
): NumberChange[] =>
  choices
    .filter((choice) => wayOf(draft, choice) !== wayOf(saved, choice))
    .map((choice) => {
      const chosen = wayOf(draft, choice)
      const label = choice.ways.find(({ value }) => value === chosen)?.label ?? chosen
      return { what: choice.title, effect: `Counted by “${label}” from now on, in past months too.` }
    })

/** What saving the draft does to numbers that were seen before; empty when it leaves them alone. */
export const numberChanges = (
  draft: SettingsDraft,
  saved: SettingsDraft,
  choices: readonly DefinitionChoice[],
): NumberChange[] => {
  const changes: NumberChange[] = []
  if (draft.timeZone !== saved.timeZone) {
    changes.push({
      what: `Time zone: ${draft.timeZone}`,
      effect:
        'Every order moves to its local day there. Orders near midnight can change day, month and year. This is worked out anew for all records, which can take some minutes.',
    })
  }
  if (draft.currency !== saved.currency) {
    changes.push({
      what: `Currency: ${draft.currency}`,
      effect: `Amounts count in ${draft.currency} only. Nothing is converted: orders in other currencies are left out and shown as excluded.`,
    })
  }
  if (draft.weekStart !== saved.weekStart) {
    changes.push({
      what: `Weeks begin on ${WEEK_START_NAMES[draft.weekStart]}`,
      effect: 'Figures by week, and “this week” and “last week”, cover other days.',
    })
  }
  if (draft.fiscalYearStartMonth !== saved.fiscalYearStartMonth) {
    changes.push({
      what: `Fiscal year begins in ${monthName(draft.fiscalYearStartMonth)}`,
      effect: `“This year”, quarters and year to date cover other days. ${quartersText(draft.fiscalYearStartMonth)}`,
    })
  }
  return [...changes, ...definitionChanges(draft, saved, choices)]
}
