/** An account whose last call ended this long ago is between two calls of one request. */
const PAUSE_MS = 10
/** Longer than a dashboard takes, and short enough to wait for. */
const TURN_MS = 2_000

interface Turn {
  readonly since: number
  running: number
  /** when the last call began or ended */
  changed: number
}

/**
 * Who is served while more accounts call than can be served well at one time: an account keeps its place until it has what it
 * asked for, so that one after the other gets a whole dashboard, instead of all of them the first tile of one. Times are those of
 * `performance.now()`.
 */
export class ServedAccounts {
  readonly #places: number
  readonly #turns = new Map<number, Turn>()

  constructor(places: number) {
    this.#places = places
  }

  canServe(account: number): boolean {
    return this.#turns.has(account) || this.#turns.size < this.#places
  }

  begin(account: number): void {
    const now = performance.now()
    const turn = this.#turns.get(account) ?? { since: now, running: 0, changed: now }
    turn.running += 1
    turn.changed = now
    this.#turns.set(account, turn)
  }

  end(account: number): void {
    const turn = this.#turns.get(account)
    if (!turn) return
    turn.running -= 1
    turn.changed = performance.now()
  }

  /** Ends the turns of those that ask for nothing more, and of those that have had theirs; returns the latter. */
  endTurns(isWaiting: (account: number) => boolean): number[] {
    const now = performance.now()
    const over: number[] = []
    for (const [account, { since, running, changed }] of this.#turns) {
      const isDone = running === 0 && !isWaiting(account) && now - changed >= PAUSE_MS
      const hadTurn = now - since >= TURN_MS
      if (isDone || hadTurn) this.#turns.delete(account)
      if (hadTurn && !isDone) over.push(account)
    }
    return over
  }
}
