/**
 * One piece of work for all who ask for it meanwhile. Who leaves by a signal rejects with its reason and disturbs nobody
 * else; when the last one has left, the work is aborted and the flight is over for newcomers.
 */
class SharedFlight<Result> {
  readonly #abort = new AbortController()
  readonly #result: Promise<Result>
  readonly #over = Promise.withResolvers<void>()
  #passengers = 0

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#result = work(this.#abort.signal)
    this.#result.then(
      () => this.#over.resolve(),
      () => this.#over.resolve(),
    )
    this.#abort.signal.addEventListener('abort', () => this.#over.resolve(), { once: true })
  }

  /** Resolves when nobody can join any more: the work has ended or been aborted. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  async join(signal?: AbortSignal): Promise<Result> {
    this.#passengers += 1
    if (!signal) return this.#result
    const left = Promise.withResolvers<never>()
    const leave = () => {
      left.reject(signal.reason)
      this.#passengers -= 1
      if (this.#passengers === 0) this.#abort.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([this.#result, left.promise])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}

/** Everything that an answer depends on. Equal keys have equal answers, for ever: nothing here expires by time. */
export interface ResultKey {
  readonly accountId: number
  readonly dataVersion: number
  /** settings, definitions and catalog that give the query its meaning */
  readonly definitionsVersion: string
  /** IANA name */
  readonly timeZone: string
  /** the query with its range resolved, in one canonical spelling */
  readonly query: string
}

export interface Answer {
  /** serialised once, sent as they are */
  readonly bytes: Uint8Array
  /** the version that the rows were read at, which a load may have raised since the key was made */
  readonly dataVersion: number
}

const DEFAULT_BYTES = 64 * 1024 ** 2

const serializeKey = ({ accountId, dataVersion, definitionsVersion, timeZone, query }: ResultKey): string =>
  JSON.stringify([accountId, dataVersion, definitionsVersion, timeZone, query])

interface CachedAnswer extends Answer {
  readonly accountId: number
  readonly size: number
}

/**
 * Answers by what they depend on, the least recently used dropped first. Identical questions that come while the first is
 * being answered wait for its answer; a failure is nobody's answer but theirs.
 */
export class ResultCache {
  readonly #maxBytes: number
  /** least recently used first */
  readonly #kept = new Map<string, CachedAnswer>()
  readonly #flights = new Map<string, SharedFlight<Answer>>()
  #bytes = 0

  /** `maxBytes`: bound of answers and keys together; a larger answer is not kept */
  constructor(maxBytes = DEFAULT_BYTES) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The kept answer, or null. */
  get(key: ResultKey): Answer | null {
    return this.#use(serializeKey(key))
  }

  /**
   * The kept answer, or the one that `compute` gives, which is kept under the version it was read at. The signal given to
   * `compute` aborts when all who wait for it have left by theirs.
   */
  async getOrCompute(
    key: ResultKey,
    compute: (signal: AbortSignal) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    signal?.throwIfAborted()
    const text = serializeKey(key)
    const kept = this.#use(text)
    if (kept) return kept
    const flight = this.#flights.get(text) ?? this.#start(text, key, compute)
    return flight.join(signal)
  }

  /** Forgets what is kept of an account. */
  dropAccount(accountId: number): void {
    for (const [text, kept] of this.#kept) if (kept.accountId === accountId) this.#drop(text, kept)
  }

  #start(text: string, key: ResultKey, compute: (signal: AbortSignal) => Promise<Answer>): SharedFlight<Answer> {
    const flight = new SharedFlight(async (signal) => {
      const answer = await compute(signal)
      this.#keep({ ...key, dataVersion: answer.dataVersion }, answer)
      return answer
    })
    this.#flights.set(text, flight)
    flight.over.then(() => {
      if (this.#flights.get(text) === flight) this.#flights.delete(text)
    })
    return flight
  }

  #use(text: string): CachedAnswer | null {
    const kept = this.#kept.get(text)
    if (!kept) return null
    this.#kept.delete(text)
    this.#kept.set(text, kept)
    return kept
  }

  #keep(key: ResultKey, { bytes, dataVersion }: Answer): void {
    const text = serializeKey(key)
    const size = bytes.byteLength + 2 * text.length
    const before = this.#kept.get(text)
    if (before) this.#drop(text, before)
    if (size > this.#maxBytes) return
    this.#kept.set(text, { bytes, dataVersion, accountId: key.accountId, size })
    this.#bytes += size
    for (const [oldest, kept] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return
      this.#drop(oldest, kept)
    }
  }

  #drop(text: string, kept: CachedAnswer): void {
    this.#kept.delete(text)
    this.#bytes -= kept.size
  }
}
