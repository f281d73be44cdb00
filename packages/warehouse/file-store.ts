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

interface RecordedCommit {
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

/** A key of an account file: 32 random bytes in base64. */
export type FileKey = string

/** What an account's file may be encrypted with. */
export interface FileKeys {
  /** what it should be encrypted with; null: not at all */
  readonly wanted: FileKey | null
  /** what it may still be encrypted with, the latest first */
  readonly previous: readonly FileKey[]
}

/** A store of keys apart from the account files, which cannot be read without it. */
export interface AccountKeys {
  /** Makes the account's first key. @throws Failure `account.not_found` */
  find(accountId: number): Promise<FileKeys>
  /** Forgets the account's keys but `wanted`, which its file has now. */
  settle(accountId: number, wanted: FileKey | null): Promise<void>
}

/** Of files that are not encrypted. */
export const NO_KEYS: FileKeys = { wanted: null, previous: [] }

/** A snapshot of an account's data in a file of its own. */
export interface AccountCopy {
  readonly file: string
  /** what it is encrypted with; null: it is not */
  readonly key: FileKey | null
}

/** `in use` and `failed`: to be tried again later; the file is as it was. */
export type TurnOverOutcome = 'done' | 'not needed' | 'in use' | 'failed'

/** What an account's rows follow or name that the app database has too. */
export interface StoredSettings {
  /** null: there have been no rows */
  readonly timeZone: string | null
  /** versions of the rules; 0: none were adopted */
  readonly visitRules: number
  readonly codeRules: number
  /** ids of the services that have rows */
  readonly services: readonly string[]
}

/** What only account files have: they are opened, copied and encrypted one by one. Accounts that are elsewhere have no file. */
export interface FileStore {
  /** Opens the account's file before it is asked for, if it has one. Its failures are those of the first call. */
  openAhead(accountId: number): Promise<void>
  /** When the account's file was last written, epoch milliseconds; null: it has none. Opens nothing. */
  writtenAt(accountId: number): Promise<number | null>
  /** What the account's rows follow or name that the app database has too. */
  storedSettings(accountId: number): Promise<StoredSettings>
  /**
   * Writes a snapshot of the account's data to a new database file in its staging folder, which the caller moves or deletes.
   * Takes as much memory as a load, and the highest limit when that is not enough.
   *
   * @returns null when the account has no file
   */
  copyAccount(accountId: number): Promise<AccountCopy | null>
  /** rises with each commit of the account's file that begins or ends in this process */
  commitsOf(accountId: number): number
  /** Runs `work` while no account's file changes: changes wait. Throws `warehouse.busy` when one that runs takes too long. */
  withoutCommits<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Encrypts the account's file with the key that it should have, or decrypts it, if nobody uses it. Takes seconds to minutes;
   * until then the account's calls wait as they do for memory.
   */
  turnOver(accountId: number): Promise<TurnOverOutcome>
}
