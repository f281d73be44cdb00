/** Everything that an answer depends on. Two equal keys have equal answers, so nothing is ever kept by time. */
export interface ResultKey {
  readonly accountId: number
  readonly dataVersion: number
  readonly definitionsVersion: string
  /** IANA name */
  readonly timeZone: string
  /** the question as text, dates resolved */
  readonly query: string
}

const MEBIBYTE = 1_048_576
const DEFAULT_BYTES = 64 * MEBIBYTE
/** What an entry costs beside its bytes: key, map slot, buffer header. */
const ENTRY_OVERHEAD = 256

const textOf = (key: ResultKey): string =>
  JSON.stringify([key.accountId, key.dataVersion, key.definitionsVersion, key.timeZone, key.query])

/**
 * Serialised answers, the least recently used dropped first when they exceed `maxBytes`. Equal questions that are asked at
 * the same time are computed once; a failure is not kept and reaches everyone who waited for it.
 */
export class ResultCache {
  readonly #maxBytes: number
  readonly #kept = new Map<string, Buffer>()
  readonly #computing = new Map<string, Promise<Buffer>>()
  #bytes = 0

  constructor(maxBytes = DEFAULT_BYTES) {
    this.#maxBytes = maxBytes
  }

  async get(key: ResultKey, compute: () => Promise<Buffer>): Promise<Buffer> {
    const text = textOf(key)
    const kept = this.#kept.get(text)
    if (kept !== undefined) {
      this.#kept.delete(text)
      this.#kept.set(text, kept)
      return kept
    }
    return this.#computing.get(text) ?? this.#compute(text, compute)
  }

  async #compute(text: string, compute: () => Promise<Buffer>): Promise<Buffer> {
    const computing = compute()
    this.#computing.set(text, computing)
    try {
      const bytes = await computing
      this.#keep(text, bytes)
      return bytes
    } finally {
      this.#computing.delete(text)
    }
  }

  #keep(text: string, bytes: Buffer): void {
    const cost = this.#costOf(text, bytes)
    if (cost > this.#maxBytes) return
    this.#kept.set(text, bytes)
    this.#bytes += cost
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return
      this.#kept.delete(oldest)
      this.#bytes -= this.#costOf(oldest, old)
    }
  }

  #costOf(text: string, bytes: Buffer): number {
    return text.length + bytes.length + ENTRY_OVERHEAD
  }
}
