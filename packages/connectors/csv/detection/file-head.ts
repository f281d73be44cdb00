/** A nonempty value of a column; a sample does not know the line. */
export interface ColumnValue {
  readonly line: number | null
  readonly text: string
}

/** Columns and some rows of a file, including the first rows. */
export interface FileHead {
  readonly columns: readonly string[]
  readonly sample: readonly (readonly string[])[]
  readonly delimiter?: string
  /** every form of value in a column, where the sample is not enough */
  readonly whole?: ReadonlyMap<string, readonly ColumnValue[]>
}
