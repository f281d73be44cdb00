import type { Budget } from './connector.ts'
import type { ScaledClock } from './scaled-clock.ts'

/** A pause that is about to start. `untilMs`: epoch milliseconds of the scaled clock. */
export interface PlannedPause {
  readonly untilMs: number
  readonly reason: string
}

interface BudgetUse {
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

/** Where the calls of one connection are counted. */
export interface CallCounts {
  /** Counts a call, which the returned function ends; or resolves to the milliseconds until there may be capacity. */
  take(budget: Budget): Promise<CallEnd | number>
  /** delays the calls of all clients, besides those of this process */
  pause(ms: number, reason: string): void
  /** what is left of the longest pause; null: none */
  paused(): Promise<{ readonly ms: number; readonly reason: string } | null>
}

type CallEnd = () => Promise<void>

/** While all calls of a budget are in progress, it is checked again once the first may have ended. */
export const checkAgainMs = ({ calls, perMs }: Budget): number => Math.max(1, perMs / calls)

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

  take(): CallEnd | number {
    const { calls, perMs } = this.#budget
    const now = this.#pace.now()
    for (let oldest = this.#ended[0]; oldest !== undefined && oldest + perMs < now; oldest = this.#ended[0]) {
      this.#ended.shift()
    }
    if (this.#underway + this.#ended.length < calls) {
      this.#underway += 1
      return async () => {
        this.#underway -= 1
        this.#ended.push(this.#pace.now())
      }
    }
    const [oldest] = this.#ended
    return oldest === undefined ? checkAgainMs(this.#budget) : oldest + perMs - now + 1
  }
}

/** Counts in memory, for the only process of an installation. */
const ownCounts = (pace: ScaledClock): CallCounts => {
  const windows = new Map<string, SlidingWindow>()
  return {
    take: async (budget) => {
      const window = windows.get(budget.name) ?? new SlidingWindow(budget, pace)
      windows.set(budget.name, window)
      return window.take()
    },
    pause: () => undefined,
    paused: async () => null,
  }
}

export const createBudgets = (budgets: readonly Budget[], pace: ScaledClock, counts = ownCounts(pace)): Budgets => {
  const byName = new Map(budgets.map((budget) => [budget.name, budget]))
  const budgetOf = (name: string): Budget => {
    const found = byName.get(name)
    if (!found) throw new Error(`No budget is named ${name}`)
    return found
  }
  const sleep = async (pause: PlannedPause, { signal, onWait }: BudgetUse): Promise<void> => {
    const ms = pause.untilMs - pace.now()
    if (ms > 1000) onWait(pause)
    await pace.sleep(ms, signal)
  }
  let own: PlannedPause = { untilMs: 0, reason: '' }
  const planned = async (): Promise<PlannedPause> => {
    const other = await counts.paused()
    const untilMs = other ? pace.now() + other.ms : 0
    return other && untilMs > own.untilMs ? { untilMs, reason: other.reason } : own
  }
  const rested = async (use: BudgetUse): Promise<void> => {
    for (let rest = await planned(); rest.untilMs > pace.now(); rest = await planned()) await sleep(rest, use)
  }
  const entered = async (budget: Budget, use: BudgetUse): Promise<CallEnd> => {
    const reason = `The platform takes ${budget.calls} calls in ${budget.perMs / 1000} seconds`
    for (;;) {
      use.signal.throwIfAborted()
      const taken = await counts.take(budget)
      if (typeof taken === 'function') return taken
      await sleep({ untilMs: pace.now() + taken, reason }, use)
    }
  }
  return {
    pause(ms, reason) {
      const untilMs = pace.now() + ms
      if (untilMs > own.untilMs) own = { untilMs, reason }
      counts.pause(ms, reason)
    },
    async within(use, call) {
      const ends: CallEnd[] = []
      await rested(use)
      try {
        for (const budget of use.names.map(budgetOf)) ends.push(await entered(budget, use))
        return await call()
      } finally {
        for (const end of ends) await end()
      }
    },
  }
}

/**
 * Budgets by connection, shared by all clients of a connection in this process.
 *
 * @param countsOf counts the calls of a connection; default: those of this process
 */
export const createBudgetRegistry = (
  pace: ScaledClock,
  countsOf: (connectionId: string) => CallCounts = () => ownCounts(pace),
) => {
  const byConnection = new Map<string, Budgets>()
  return {
    of(connectionId: string, budgets: readonly Budget[]): Budgets {
      const found = byConnection.get(connectionId) ?? createBudgets(budgets, pace, countsOf(connectionId))
      byConnection.set(connectionId, found)
      return found
    },
    forget: (connectionId: string) => void byConnection.delete(connectionId),
  }
}
export type BudgetRegistry = ReturnType<typeof createBudgetRegistry>
