/** What is said of an insight: templates, whose places are filled for each reader. */
export interface Told {
  readonly title: string
  /** the first says what happened */
  readonly sentences: readonly string[]
  /** how unusual, against what, how sure */
  readonly unusual: string | null
  readonly advice: readonly string[]
  readonly tone: 'good' | 'bad' | 'neutral'
}
