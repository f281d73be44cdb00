import { ReportDefinition } from '#contract/reports.ts'

/** The builder with a definition that nobody has saved yet. */
export const builderAddress = (definition: ReportDefinition) =>
  ({ to: '/reports/my/new', search: { definition: JSON.stringify(definition) } }) as const

/** Reads the definition of such an address; null for what is none. */
export const definitionIn = (text: string): ReportDefinition | null => {
  try {
    const read = ReportDefinition.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
