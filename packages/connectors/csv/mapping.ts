/** How one field is filled: a column's name, or a column with its format and what stands for an empty cell. */
export type FieldMapping =
  | string
  | {
      readonly column?: string | null | undefined
      readonly format?: string | undefined
      readonly default?: string | undefined
    }

export type Mapping = Readonly<Record<string, FieldMapping>>

export interface FullMapping {
  readonly column: string | null
  readonly format: string | null
  readonly fallback: string | null
}

export const fullMapping = (mapping: FieldMapping): FullMapping =>
  typeof mapping === 'string'
    ? { column: mapping, format: null, fallback: null }
    : { column: mapping.column || null, format: mapping.format || null, fallback: mapping.default || null }
