import type { Budget } from './connector.ts'
import type { ScaledClock } from './scaled-clock.ts'

/** A pause that is about to start. `untilMs`: epoch milliseconds of the scaled clock. */
export interface PlannedPause {
  readonly untilMs: number
  readonly reason: string
}

export interface BudgetUse {
  readonly names: readonly string[]
  readonly signal: AbortSignal
  readonly onWait: (wait: PlannedPause) => void
}

/** The call budgets of one connection. */
export interface Budgets {
  /** Runs the call as soon as every named budget has capacity. */
  within<T>(use: BudgetUse, call: () => Promise<T>): Promise<T>
  /** Delays all calls for the next `ms`. */
  pause(ms: number, reason: string): void
}

// A call counts from its start until `perMs` after its end: the platform received it some time in between, so it never receives
// more than `calls` within `perMs`, whatever the latency.
class SlidingWindow {
  readonly #budget: Budget
  readonly #pace: ScaledClock
  #underway = 0
  readonly #ended: number[] = []

  constructor(budget: Budget, pace: ScaledClock) {
    this.#budget = budget
    this.#pace = pace
  }

  /** milliseconds until there may be capacity; 0: there is */
  #pause(): number {
    const { calls, perMs } = this.#budget
    const now = this.#pace.now()
    for (let oldest = this.#ended[0]; oldest !== undefined && oldest + perMs < now; oldest = this.#ended[0]) {
      this.#ended.shift()
    }
    if (this.#underway + this.#ended.length < calls) return 0
    const [oldest] = this.#ended
    // All calls of the budget are in progress: check again once the first may have ended.
    return oldest === undefined ? Math.max(1, perMs / calls) : oldest + perMs - now + 1
  }

  async enter({ signal, onWait }: BudgetUse): Promise<void> {
    for (let pause = this.#pause(); pause > 0; pause = this.#pause()) {
      if (pause > 1000) onWait({ untilMs: this.#pace.now() + pause, reason: this.#reason() })
      await this.#pace.sleep(pause, signal)
    }
    signal.throwIfAborted()
    this.#underway += 1
  }

  leave(): void {
    this.#underway -= 1
    this.#ended.push(this.#pace.now())
  }

  #reason(): string {
    const { calls, perMs } = this.#budget
    return `The platform takes ${calls} calls in ${perMs / 1000} seconds`
  }
}

export const createBudgets = (budgets: readonly Budget[], pace: ScaledClock): Budgets => {
  const windows = new Map(budgets.map((budget) => [budget.name, new SlidingWindow(budget, pace)]))
  const windowOf = (name: string): SlidingWindow => {
    const found = windows.get(name)
    if (!found) throw new Error(`No budget is named ${name}`)
    return found
  }
  let rest: PlannedPause = { untilMs: 0, reason: '' }
  const rested = async ({ signal, onWait }: BudgetUse): Promise<void> => {
    for (let pause = rest.untilMs - pace.now(); pause > 0; pause = rest.untilMs - pace.now()) {
      if (pause > 1000) onWait(rest)
      await pace.sleep(pause, signal)
    }
  }
  return {
    pause(ms, reason) {
      const untilMs = pace.now() + ms
      if (untilMs > rest.untilMs) rest = { untilMs, reason }
    },
    async within(use, call) {
      const entered: SlidingWindow[] = []
      await rested(use)
      try {
        for (const window of use.names.map(windowOf)) {
          await window.enter(use)
          entered.push(window)
        }
        return await call()
      } finally {
        for (const window of entered) window.leave()
      }
    },
  }
}

/** Budgets by connection, shared by all clients of a connection in this process. */
export interface BudgetRegistry {
  of(connectionId: string, budgets: readonly Budget[]): Budgets
  forget(connectionId: string): void
}

export const createBudgetRegistry = (pace: ScaledClock): BudgetRegistry => {
  const byConnection = new Map<string, Budgets>()
  return {
    of(connectionId, budgets) {
      const found = byConnection.get(connectionId) ?? createBudgets(budgets, pace)
      byConnection.set(connectionId, found)
      return found
    },
    forget: (connectionId) => void byConnection.delete(connectionId),
  }
}
