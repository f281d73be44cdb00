import type { z } from 'zod'
import type { ExplainRequest } from '#contract/reports.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import type { AnalyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { findDefinition } from './find-definition.ts'
import type { AnsweredNumber } from './number.ts'
import { reportNumber } from './report-number.ts'
import { widgetNumber } from './widget-number.ts'

/** Only what is asked about the rows, not which of them are shown. */
const ALL_ROWS = { page: 1, pageSize: 1 }

/** The number that a call is about. Throws `InvalidQuery`. Errors: as `findDefinition`, `widget.unknown_type`. */
export const findNumber = async (
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  settings: AnalyticsSettings,
  input: z.output<typeof ExplainRequest>,
): Promise<AnsweredNumber> => {
  if ('widget' in input) return widgetNumber(input, settings)
  const { cell, definition: ref, ...options } = input
  const definition = await findDefinition(deps, caller, ref)
  return reportNumber({ ...ALL_ROWS, ...options, definition }, cell, settings)
}
