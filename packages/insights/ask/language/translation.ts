/** A language whose phrases stand for those of the English vocabulary, so that all of them fill the same slots. */
export interface Translation {
  readonly code: string
  readonly name: string
  /** English phrase → phrases separated by commas; an empty English phrase means nothing */
  readonly phrases: Readonly<Record<string, string>>
}
