import { z } from 'zod'
import type { DefinitionChoice } from '#contract/account.ts'
import { periodStart, shiftPeriod } from '#domain/ranges/period.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import type { Choice } from '#semantic/definitions/choice.ts'
import { CHOICES } from '#semantic/definitions/registry.ts'
import type { CallContext } from '#server/http/call.ts'
import { type AnalyticsSettings, analyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { keptAnswer } from '#server/modules/analytics/kept-answer.ts'
import { countByWays, type Days, shownMeasure } from './last-month.ts'

/** Numbers of last month, by choice and way. */
const Counted = z.record(z.string(), z.record(z.string(), z.number().nullable()))
type Counted = z.infer<typeof Counted>

const countLastMonth = async (
  { deps, call }: Pick<CallContext, 'deps' | 'call'>,
  settings: AnalyticsSettings,
  days: Days,
): Promise<Counted> => {
  const question = { settings, about: ['definitions', days], signal: call.signal }
  const kept = await keptAnswer(deps, question, async (session) => {
    const counted: Counted = {}
    for (const choice of CHOICES)
      counted[choice.id] = await countByWays(session, { choice, definitions: settings.definitions, days })
    return counted
  })
  // without a load the numbers would be those of nothing
  return kept === null || kept.asOf === null ? {} : Counted.parse(JSON.parse(Buffer.from(kept.bytes).toString()))
}

/** The last whole calendar month of the account. */
const lastMonth = (calendar: RangeCalendar): Days => {
  const until = periodStart(calendar.today, 'month', calendar)
  return { from: shiftPeriod(until, 'month', -1), until }
}

const FORMATS = ['number', 'integer', 'currency', 'percent'] as const

const formatOf = (choice: Choice): DefinitionChoice['format'] => {
  const { format } = shownMeasure(choice)
  return FORMATS.find((one) => one === format) ?? 'number'
}

/** Every choice with its ways, the one in force, and what last month is by each. */
export const definitionChoices = async ({
  deps,
  caller,
  call,
}: Pick<CallContext, 'deps' | 'caller' | 'call'>): Promise<DefinitionChoice[]> => {
  const settings = await analyticsSettings(deps, caller)
  const days = lastMonth(settings.calendar)
  const counted = await countLastMonth({ deps, call }, settings, days)
  const inForce: Readonly<Record<string, string>> = settings.definitions
  return CHOICES.map((choice) => ({
    id: choice.id,
    title: choice.title,
    description: choice.description,
    chosen: inForce[choice.id] ?? choice.standard,
    ways: Object.entries(choice.ways).map(([value, { label, description }]) => ({
      value,
      label,
      description,
      lastMonth: counted[choice.id]?.[value] ?? null,
    })),
    format: formatOf(choice),
    range: days,
  }))
}
