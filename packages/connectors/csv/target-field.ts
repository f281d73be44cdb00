import type { FieldType } from '#domain/field-source.ts'
import { HEADER_NAMES } from '#domain/vocabulary/header-names.ts'
import type { CodeTable } from '#domain/vocabulary/written-codes.ts'

/** A field of a kind of file, filled from one of its columns. */
export interface TargetField {
  readonly name: string
  readonly label: string
  readonly required: boolean
  readonly type: FieldType
  readonly description: string
  /** common column names for this field, in the form of `headerKey` */
  readonly names: readonly string[]
  readonly codes: CodeTable | null
  /** a time that has been: not a year from now, and of days a two-digit year in the future is of the century before */
  readonly isPast?: true
}

/** The fields of one kind of file. */
export interface FileKind {
  readonly label: string
  /** what a row is */
  readonly row: string
  /** the fields whose values identify a row, or an order where several rows share one */
  readonly key: readonly string[]
  readonly fields: readonly TargetField[]
  /** of each group one field must be filled; the first filled one counts */
  readonly oneOf: readonly (readonly string[])[]
}

/** Normalizes a column name: `Invoice No.` and `invoice_no` are equal, and so are `Número` and `numero`. */
export const headerKey = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')

export const isDateType = (type: FieldType | undefined): boolean => type === 'moment' || type === 'day'

/** The keys of names that commas separate. */
export const headerKeys = (names: string | undefined): string[] => names?.split(',').map(headerKey) ?? []

interface FieldOptions {
  /** separated by commas */
  readonly names?: string
  readonly codes?: CodeTable
  readonly isPast?: true
}

/** Builds a field; its own name and label are among the recognized names. */
export const field = (
  name: string,
  label: string,
  type: FieldType,
  description: string,
  { names, codes, isPast }: FieldOptions = {},
): TargetField => ({
  name,
  label,
  required: false,
  type,
  description,
  names: [...new Set([...[name, label].map(headerKey), ...headerKeys(names), ...headerKeys(HEADER_NAMES[name])])],
  codes: codes ?? null,
  ...(isPast ? { isPast } : {}),
})

export const requiredField = (...options: Parameters<typeof field>): TargetField => ({
  ...field(...options),
  required: true,
})
