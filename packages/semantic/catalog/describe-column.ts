import type { Definitions } from '../definitions/definitions.ts'
import { changedDefinitions } from '../definitions/definitions.ts'
import type { Column } from './column.ts'
import type { ReportType } from './report-type.ts'

/** Description of a column, with the notes of the definitions in force that affect it. */
export const describeColumn = (
  { reportType }: ReportType,
  { columnId, description }: Column,
  definitions: Definitions,
): string => {
  const options: Readonly<Record<string, string>> = definitions
  const notes = changedDefinitions(definitions)
    .filter(({ columns }) => columns.includes(`${reportType}.${columnId}`))
    .map(({ id, title, standard, options: all }) => all[options[id] ?? standard]?.note ?? title)
  return [description, ...notes].join('. ')
}
