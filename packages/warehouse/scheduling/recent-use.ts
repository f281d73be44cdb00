/** Time in which half of what an account has used is forgotten. */
const HALF_LIFE_MS = 1_000
/** An account whose last call ended this long ago is between two calls of one request. */
const PAUSE_MS = 10
/** A difference below this does not count. */
const SMALL_USE_MS = 50

interface Use {
  /** milliseconds of ended calls, as of `at` */
  ms: number
  at: number
  running: number
  /** when the last call began or ended */
  changed: number
}

/** Which accounts call and how much each has used recently, in milliseconds of calls. Times are those of `performance.now()`. */
export class RecentUse {
  readonly #uses = new Map<number, Use>()

  begin(account: number): void {
    const now = performance.now()
    const use = this.#uses.get(account) ?? { ms: 0, at: now, running: 0, changed: now }
    this.#settle(use, now)
    use.running += 1
    this.#uses.set(account, use)
  }

  end(account: number): void {
    const use = this.#uses.get(account)
    if (!use) return
    this.#settle(use, performance.now())
    use.running -= 1
  }

  /** Accounts but this one that run a call, or began or ended one within `activeMs`; forgets the others. */
  others(account: number, activeMs: number): number[] {
    const since = performance.now() - activeMs
    const found: number[] = []
    for (const [other, { running, changed }] of this.#uses) {
      if (running === 0 && changed < since) this.#uses.delete(other)
      else if (other !== account) found.push(other)
    }
    return found
  }

  /** Whether it runs a call or has just ended one. */
  isBusy(account: number): boolean {
    const use = this.#uses.get(account)
    return use !== undefined && (use.running > 0 || performance.now() - use.changed < PAUSE_MS)
  }

  isMuchMore(account: number, other: number): boolean {
    return this.usedBy(account) > 2 * this.usedBy(other) + SMALL_USE_MS
  }

  /** milliseconds of calls, of which half are forgotten each second */
  usedBy(account: number): number {
    const use = this.#uses.get(account)
    if (use === undefined) return 0
    this.#settle(use, performance.now(), use.changed)
    return use.ms
  }

  #settle(use: Use, now: number, changed = now): void {
    const passed = now - use.at
    use.ms = use.ms * 0.5 ** (passed / HALF_LIFE_MS) + passed * use.running
    use.at = now
    use.changed = changed
  }
}
