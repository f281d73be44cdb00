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
