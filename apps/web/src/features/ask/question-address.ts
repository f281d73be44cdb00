import type { Understood } from '#contract/ask.ts'
import { ReportDefinition } from '#contract/report-definition.ts'
import { COMPARE_MODES } from '#domain/ranges/comparison-mode.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'

/** An answered question: a definition and what only a request can add to it. */
export type AskedReport = Pick<Understood, 'definition' | 'from' | 'until' | 'compare'>

/** The URL of the builder with an unsaved definition, its range and its comparison. */
export const builderAddress = ({ definition, from, until, compare }: AskedReport) =>
  ({
    to: '/reports/my/new',
    search: {
      definition: JSON.stringify(definition),
      ...(from === undefined || until === undefined ? {} : { from, until }),
      ...(compare === undefined ? {} : { compare }),
    },
  }) as const

/** The definition in a URL; null for an invalid one. */
export const definitionIn = (text: string): ReportDefinition | null => {
  try {
    const read = ReportDefinition.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

const isDay = (value: unknown): value is string => typeof value === 'string' && isLocalDay(value)

/** Parses such a URL; null without a definition. An invalid range or comparison is ignored. */
export const askedIn = (search: Readonly<Record<string, unknown>>): AskedReport | null => {
  const { definition: text, from, until } = search
  const definition = typeof text === 'string' ? definitionIn(text) : null
  if (definition === null) return null
  const compare = COMPARE_MODES.find((mode) => mode === search.compare)
  return {
    definition,
    ...(isDay(from) && isDay(until) && from < until ? { from, until } : {}),
    ...(compare === undefined ? {} : { compare }),
  }
}
