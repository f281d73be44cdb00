import type { AccountFile } from './account-file.ts'

const MIB = 1024 ** 2
/** What an open file takes besides its blocks. */
const ENGINE_SIZE = 8 * MIB

/** An account's file that is open, being opened or being closed. */
export interface OpenEntry {
  /** of its engine, bytes */
  readonly memoryLimit: number
  readonly opening: Promise<AccountFile>
  readonly closed: PromiseWithResolvers<void>
  /** resolves if the file needs an upgrade, which may take minutes */
  readonly upgrade: PromiseWithResolvers<void>
  /** ends an upgrade */
  readonly stop: AbortController
  /** bytes of the file with its log, as of the opening or the last commit */
  size: number
  leases: number
  /** no new leases; closed when the last one ends */
  isRetiring: boolean
}

/** Bytes that an open file may use: without a lease nothing runs on it, and its engine holds no more than its blocks. */
export const usedBy = ({ leases, memoryLimit, size }: OpenEntry): number =>
  leases > 0 ? memoryLimit : Math.min(memoryLimit, size + ENGINE_SIZE)

/** Bytes that open files may use, but for one of them. */
export const usedMemory = (files: Iterable<OpenEntry>, except?: OpenEntry): number => {
  let sum = 0
  for (const file of files) if (file !== except) sum += usedBy(file)
  return sum
}
