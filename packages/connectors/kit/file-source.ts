import type { Readable } from 'node:stream'

/** A file as its server lists it. */
export interface RemoteFile {
  /** identifies the file, and is shown */
  readonly name: string
  /** bytes; null: not listed */
  readonly size: number | null
  /** last change, epoch milliseconds; null: not listed */
  readonly modified: number | null
  /** changes with the file, as far as the server tells without a download; null: it does not */
  readonly version: string | null
}

export interface DownloadedFile {
  /** may fail while it is read, with the errors of platform-problems.ts */
  readonly content: Readable
  /** what a later download names as known; null: the server gives nothing to compare */
  readonly version: string | null
}

/** A platform that holds files instead of records. Methods throw the errors of platform-problems.ts. */
export interface FileSource {
  /** files to import, oldest first */
  list(): Promise<readonly RemoteFile[]>
  /** null: the file is still that of the `known` version */
  download(file: RemoteFile, known: string | null): Promise<DownloadedFile | null>
  /** what was learned about the server, kept in the service's settings from the first successful sync on */
  readonly learned: Readonly<Record<string, string>>
  close(): Promise<void>
}
