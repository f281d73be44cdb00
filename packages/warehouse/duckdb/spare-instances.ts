import { DuckDBInstance } from '@duckdb/node-api'

/** Longer than a dashboard takes, so that its statements have the cores to themselves. */
const MAKE_AFTER_MS = 300

/** An engine without a file. */
export const createInstance = (): Promise<DuckDBInstance> => DuckDBInstance.create(':memory:', { threads: '1' })

/**
 * Engines made ahead while none is asked for. Making one takes longer than attaching an account's file to it, because it registers
 * every function; one takes 2.5 MB.
 */
export class SpareInstances {
  readonly #count: number
  readonly #spare: DuckDBInstance[] = []
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(count: number) {
    this.#count = count
    this.#makeLater()
  }

  async take(): Promise<DuckDBInstance> {
    const instance = this.#spare.pop()
    this.#makeLater()
    return instance ?? createInstance()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const instance of this.#spare.splice(0)) instance.closeSync()
  }

  #makeLater(): void {
    clearTimeout(this.#timer)
    if (this.#isClosed || this.#spare.length >= this.#count) return
    this.#timer = setTimeout(() => void this.#make(), MAKE_AFTER_MS).unref()
  }

  async #make(): Promise<void> {
    // What fails here fails again, with an error, when one is needed.
    const instance = await createInstance().catch(() => null)
    if (instance === null) return
    if (this.#isClosed) return instance.closeSync()
    this.#spare.push(instance)
    this.#makeLater()
  }
}
