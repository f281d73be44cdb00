import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { partName } from './staged-files.repo.ts'

/** Imports report progress, check for cancellation and use memory per part. */
const PART_BYTES = 16 * 1024 * 1024

/** Writes whole rows to files of about `PART_BYTES`. */
export class PartWriter {
  readonly #folder: string
  readonly names: string[] = []
  bytes = 0
  #handle: FileHandle | null = null
  #partBytes = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  async write(rows: Uint8Array): Promise<void> {
    if (rows.length === 0) return
    if (this.#partBytes >= PART_BYTES) await this.close()
    this.#handle ??= await this.#openNext()
    await this.#handle.appendFile(rows)
    this.bytes += rows.length
    this.#partBytes += rows.length
  }

  async close(): Promise<void> {
    await this.#handle?.close()
    this.#handle = null
    this.#partBytes = 0
  }

  #openNext(): Promise<FileHandle> {
    const name = partName(this.names.length)
    this.names.push(name)
    return open(join(this.#folder, name), 'w', 0o600)
  }
}
