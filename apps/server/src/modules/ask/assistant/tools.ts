import { tool } from 'ai'
import { z } from 'zod'
import type { Understood } from '#contract/ask.ts'
import { Failure } from '#contract/errors.ts'
import { ReportQuery, ReportResult } from '#contract/reports.ts'
import type { ShareablePart } from '#domain/insight-settings.ts'
import type { RangeCalendar } from '#domain/ranges/resolve-range.ts'
import { explain } from '#insights/ask/explain.ts'
import { VALUE_COLUMNS, type ValueIndex } from '#insights/ask/value-index.ts'
import { findReportType } from '#semantic/catalog/catalog.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { queryReport } from '#server/modules/reports/index.ts'
import { AskedReport, toDefinition, traceReport } from './asked-report.ts'
import { figurePhrases } from './figure-phrases.ts'
import { shareablePartOf } from './mask-question.ts'
import type { Placeholders } from './placeholders.ts'
import { visibleResult } from './visible-result.ts'

/** A report that the model ran. */
interface Step {
  readonly understood: Pick<Understood, 'definition' | 'compare' | 'explanation'>
  readonly rowCount: number
}

interface Asking {
  readonly question: string
  readonly values: ValueIndex
  readonly mayLeave: readonly ShareablePart[]
  readonly placeholders: Placeholders
  readonly amounts: Iterable<number>
  readonly calendar: RangeCalendar
  readonly signal: AbortSignal
}

export const MAX_STEPS = 8
const ROWS = 50
const MAX_VALUES = 100

/** The tools of one question, and what its model did with them. */
export const createTools = (
  deps: Deps,
  caller: Caller,
  { question, values, mayLeave, placeholders, amounts: given, calendar, signal }: Asking,
) => {
  const steps: Step[] = []
  const phrases: string[] = []
  const amounts = new Set(given)

  const run = async (asked: AskedReport): Promise<object> => {
    if (steps.length >= MAX_STEPS) return { problems: ['No more reports can be run. Answer now.'] }
    const type = findReportType(asked.reportType)
    if (type === null) return { problems: [`There is no report type ${asked.reportType}.`] }
    const traced = traceReport(asked, { values, amounts, nameOf: placeholders.nameOf })
    if ('problems' in traced) return traced
    const definition = toDefinition(traced, question)
    const view = traced.compare === null ? {} : { compare: traced.compare }
    const answer = await queryReport(deps, caller, ReportQuery.parse({ definition, ...view, pageSize: ROWS }), signal)
    const result = ReportResult.parse(JSON.parse(String(answer)))
    const visible = visibleResult(result, { type, mayLeave }, placeholders)
    const explanation = explain(type, { definition: traced, ...view }, calendar)
    steps.push({ understood: { definition, ...view, explanation }, rowCount: result.rowCount })
    phrases.push(...figurePhrases(visible))
    for (const cell of [...visible.rows.flat(), ...visible.totals]) if (typeof cell === 'number') amounts.add(cell)
    return visible
  }

  const answerOrProblems = async (asked: AskedReport): Promise<object> => {
    try {
      return await run(asked)
    } catch (error) {
      if (error instanceof Failure) return { problems: error.items.map(({ message }) => message) }
      if (signal.aborted) throw error
      // what is thrown here would be sent to the model, whatever it says
      deps.log.error({ err: error }, 'a report of a language model failed')
      return { problems: ['This report failed.'] }
    }
  }

  const tools = {
    run_report: tool({
      description: 'Runs a report and returns its first rows, totals and number of rows',
      inputSchema: AskedReport,
      execute: answerOrProblems,
    }),
    list_values: tool({
      description: 'The values of a column that the account’s data has',
      inputSchema: z.object({ columnId: z.enum(VALUE_COLUMNS) }),
      execute: async ({ columnId }) => {
        const part = shareablePartOf(columnId)
        if (part !== null && !mayLeave.includes(part)) return { problems: ['The account keeps these names.'] }
        return { values: (values[columnId] ?? []).slice(0, MAX_VALUES) }
      },
    }),
  }
  return { tools, steps, phrases }
}
