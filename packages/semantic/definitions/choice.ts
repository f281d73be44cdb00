/** One way to count. */
export interface Way {
  readonly label: string
  readonly description: string
  /** what is added to the description of the choice's columns where this way is in force; the standard way adds nothing */
  readonly note?: string
}

/** Where wineries differ in what they count: a choice of the account between ways, as data. */
export interface Choice {
  /** name in the account's definitions */
  readonly id: string
  readonly title: string
  readonly description: string
  /** the way of an account that never chose */
  readonly standard: string
  readonly ways: Readonly<Record<string, Way>>
  /** the number that shows what the choice does, and the date that its range limits; null: the number has dates of its own */
  readonly shownBy: { readonly reportType: string; readonly columnId: string; readonly rangeColumn: string }
  /** columns that mean something else by another way than the standard one, as `reportType.columnId` */
  readonly columns: readonly string[]
  /** report types whose sums by day only hold the standard way: by another one their records are read */
  readonly rollups: readonly string[]
}
