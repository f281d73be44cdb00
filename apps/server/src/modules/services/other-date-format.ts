import { matchDateFormats } from '#connectors/csv/detect-dates.ts'
import type { CellProblem, CsvImportPlan } from '#warehouse/staging.ts'

/** Names the format of a date that is not in the format of its column. */
export const nameOtherFormat = (problem: CellProblem, plan: CsvImportPlan): CellProblem => {
  const { column, value } = problem
  const field = Object.values(plan.fields).find(
    (one) => one.dateFormatName !== null && one.column !== null && plan.columns[one.column] === column,
  )
  if (field === undefined || value === null) return problem
  const others = matchDateFormats(value)
  if (others.length === 0 || field.dateFormatName === null || others.includes(field.dateFormatName)) return problem
  return { ...problem, message: `${problem.message}; it looks like ${others.join(' or ')}` }
}
