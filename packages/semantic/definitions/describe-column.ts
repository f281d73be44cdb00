import type { Column } from '../catalog/column.ts'
import type { ReportType } from '../catalog/report-type.ts'
import { changedChoices } from './read-definitions.ts'
import type { Definitions } from './registry.ts'

/** What a column means in words, with what the definitions in force make of it. */
export const describeColumn = (
  { reportType }: ReportType,
  { columnId, description }: Column,
  definitions: Definitions,
): string => {
  const ways: Readonly<Record<string, string>> = definitions
  const notes = changedChoices(definitions)
    .filter(({ columns }) => columns.includes(`${reportType}.${columnId}`))
    .map((choice) => choice.ways[ways[choice.id] ?? choice.standard]?.note ?? choice.title)
  return [description, ...notes].join('. ')
}
