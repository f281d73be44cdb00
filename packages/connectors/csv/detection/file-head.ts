/** Columns and some rows of a file, including the first rows. */
export interface FileHead {
  readonly columns: readonly string[]
  readonly sample: readonly (readonly string[])[]
}
