/** One step forward of an account file. */
export interface AccountMigration {
  /** the file's name: four digits, which are the file's version after it, and what it does */
  readonly name: string
  /** SQL that runs in one transaction. Literal: a step must not change when the code around it does. */
  readonly statements: readonly string[]
}
