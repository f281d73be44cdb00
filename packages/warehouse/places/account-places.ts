/** Where an account's rows are: in a DuckDB file of its own, or in ClickHouse. */
export const ENGINE_NAMES = ['files', 'clickhouse'] as const
export type EngineName = (typeof ENGINE_NAMES)[number]

export interface Placement {
  /** whose rows are in force */
  readonly engine: EngineName
  /** where rows that are not in force may be: those of a move that has not switched yet, or what a finished one left */
  readonly other: EngineName | null
}

/** The book of places, apart from either engine. */
export interface AccountEngines {
  /** null: the account has no rows yet */
  find(accountId: number): Promise<Placement | null>
  /** Enters the place of an account's first rows, unless it has one. @throws Failure `account.not_found` */
  settle(accountId: number, engine: EngineName): Promise<Placement>
  /** Notes that rows which are not in force are about to be written. */
  expect(accountId: number, other: EngineName): Promise<void>
  /** Puts the rows of the other place in force; one statement. False when the account was not at the place `from`. */
  switch(accountId: number, from: EngineName, to: EngineName): Promise<boolean>
  /** Notes that the other place holds nothing of the account. */
  cleared(accountId: number): Promise<void>
  /** accounts with rows that are not in force, which a killed process left */
  unfinished(): Promise<readonly number[]>
}
