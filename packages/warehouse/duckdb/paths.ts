import { join } from 'node:path'

export interface AccountPaths {
  readonly file: string
  /** a copy with another key, which replaces the file when it is complete; worthless after a restart */
  readonly turning: string
  /** spilled blocks of running statements; worthless after a restart */
  readonly temp: string
  /** the one folder that SQL may read and write */
  readonly staging: string
  /** files that were put away because they could not be this account's data */
  readonly replaced: string
}

/** Holds the staging folders of all accounts. */
export const stagingRoot = (dataDir: string): string => join(dataDir, 'warehouse', 'staging')

/**
 * Folders of an account's data; `staging` holds the staging folders. The id becomes part of a path, so anything but a positive
 * integer throws.
 */
export const accountPaths = (dataDir: string, accountId: number, staging = stagingRoot(dataDir)): AccountPaths => {
  if (!Number.isSafeInteger(accountId) || accountId < 1) throw new RangeError('An account id is a positive integer')
  const folder = join(dataDir, 'warehouse')
  return {
    file: join(folder, `${accountId}.duckdb`),
    turning: join(folder, `${accountId}.turning`),
    temp: join(folder, 'temp', String(accountId)),
    staging: join(staging, String(accountId)),
    replaced: join(folder, 'replaced', String(accountId)),
  }
}

/** What belongs to an account's file, including the write-ahead log. */
export const filePaths = ({ file, turning, temp }: AccountPaths): string[] => [
  file,
  `${file}.wal`,
  turning,
  `${turning}.wal`,
  temp,
]

/** Every file of an account. */
export const everyPath = (paths: AccountPaths): string[] => [...filePaths(paths), paths.staging, paths.replaced]
