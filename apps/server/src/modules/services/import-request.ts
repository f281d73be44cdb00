import { z } from 'zod'
import { ImportSettings } from '#contract/imports.ts'
import type { CustomField } from '#domain/custom-fields.ts'

const Keys = z.object({ customFieldKeys: z.array(z.string()).default([]) })

/** The request of a run that imports a file: its settings, and the keys of the columns that it keeps. */
export const importRequest = (settings: ImportSettings, keys: readonly string[]): Record<string, unknown> => ({
  ...settings,
  ...(keys.length === 0 ? {} : { customFieldKeys: [...keys] }),
})

export const parseCustomFieldKeys = (request: unknown): readonly string[] => Keys.parse(request).customFieldKeys

/**
 * Reads the request of a run: its settings, and the keys of their `customFields`, in their order. Columns whose field was deleted since
 * are not kept, and the others have the current label of theirs.
 */
export const readImportRequest = (request: unknown, fields: readonly CustomField[]) => {
  const { customFields = [], ...settings } = ImportSettings.parse(request)
  const { customFieldKeys } = Keys.parse(request)
  const kept = customFields.flatMap((column, index) => {
    const field = fields.find(({ key }) => key === customFieldKeys[index])
    return field ? [{ column: { ...column, label: field.label }, key: field.key }] : []
  })
  return {
    settings: { ...settings, customFields: kept.map(({ column }) => column) },
    keys: kept.map(({ key }) => key),
  }
}
