import { FILE_KINDS, type FileKindName } from '../mapping.ts'
import type { TargetField } from '../target-field.ts'
import { type ColumnProfile, canFill } from './column-profile.ts'
import type { Profiles } from './propose-mapping.ts'

/** Columns of required fields, and of fields of which one is required, whose values those fields cannot read. */
export const unreadableColumns = (
  kind: FileKindName,
  mapping: Readonly<Record<string, string>>,
  profiles: Profiles,
): string[] =>
  Object.entries(mapping)
    .filter(([field, column]) => !isPlausible(kind, field, profiles.get(column)))
    .map(([, column]) => column)

const isPlausible = (kind: FileKindName, name: string, profile: ColumnProfile | undefined): boolean => {
  const fields: readonly TargetField[] = FILE_KINDS[kind].fields
  const field = fields.find((one) => one.name === name)
  const isNeeded = field?.required || FILE_KINDS[kind].oneOf.some((group: readonly string[]) => group.includes(name))
  if (!field || !isNeeded || !profile || profile.rows === 0) return true
  if (profile.shape === 'empty') return false
  return canFill(field.type, name, profile) && (name !== 'guests' || profile.isSmallInteger)
}
