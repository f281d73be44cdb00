import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'

/** Imports report progress, check for cancellation and use memory per part. */
const PART_BYTES = 16 * 1024 * 1024

const partName = (index: number): string => `${String(index).padStart(4, '0')}.csv`

/** Writes whole rows to files of about `PART_BYTES`. */
export class PartWriter {
  readonly #folder: string
  readonly names: string[]
  bytes = 0
  #handle: FileHandle | null = null
  #partBytes = 0

  /** @param names of the parts before */
  constructor(folder: string, names: readonly string[] = []) {
    this.#folder = folder
    this.names = [...names]
  }

  /** Adds parts that another writer has written to the folder after these. */
  add(parts: Pick<PartWriter, 'bytes'> & { readonly names: readonly string[] }): void {
    this.names.push(...parts.names)
    this.bytes += parts.bytes
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
