/** An account whose last call ended this long ago is not being served. */
const ACTIVE_MS = 1_000

interface Calls {
  running: number
  /** when the last one began or ended, by `performance.now()` */
  changed: number
}

/** Notes whose calls run, and so whether several accounts share the machine: then none of them may take all of it. */
export class AccountActivity {
  /** in the order of their last change */
  readonly #calls = new Map<number, Calls>()

  /** A call of the account begins; returns the function that ends it. */
  begin(account: number): () => void {
    this.#note(account, 1)
    let runs = true
    return () => {
      if (runs) this.#note(account, -1)
      runs = false
    }
  }

  /** Whether calls of several accounts run, or ran within the last second. */
  get isShared(): boolean {
    const since = performance.now() - ACTIVE_MS
    let active = 0
    for (const [account, { running, changed }] of this.#calls) {
      if (running === 0 && changed < since) this.#calls.delete(account)
      else active += 1
      if (active > 1) return true
    }
    return false
  }

  #note(account: number, step: number): void {
    const running = (this.#calls.get(account)?.running ?? 0) + step
    this.#calls.delete(account)
    this.#calls.set(account, { running, changed: performance.now() })
  }
}
