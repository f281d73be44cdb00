/** What is recorded of an account's data outside its file. */
export interface RegisteredAccount {
  /** random; its file holds the same, so that a file of another account is never taken for this one's */
  readonly key: string
  /** of the last commit that was recorded; its file cannot be older */
  readonly dataVersion: number
  /** the version that a new file begins with; greater than 0 after damaged data was replaced */
  readonly firstVersion: number
  /** record counts at that commit, by table */
  readonly counts: RecordCounts
  /** registration, epoch milliseconds; a file with earlier loads is another account's */
  readonly since: number
}

export interface RecordedCommit {
  readonly dataVersion: number
  readonly counts: RecordCounts
  /** the file was found with it: the store may be of an earlier time. Default: it was just made */
  readonly isUnexpected?: boolean
}

export type RecordCounts = Readonly<Record<string, number>>

/** A store apart from the account files, which tells a lost, damaged or swapped file from an empty one. */
export interface AccountRegistry {
  /** @throws Failure `account.not_found` */
  find(accountId: number): Promise<RegisteredAccount>
  /** Records a commit; one that is older than what is recorded changes nothing. */
  record(accountId: number, commit: RecordedCommit): Promise<void>
  /** Registers that the account's file was put away: the next one begins with a new key and a higher version. */
  replace(accountId: number): Promise<void>
}
