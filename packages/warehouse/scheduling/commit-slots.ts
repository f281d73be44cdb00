import { setTimeout } from 'node:timers/promises'
import { fail } from '#contract/errors.ts'
import { type SlotLimits, Slots } from './slots.ts'
import { untilAborted } from './until-aborted.ts'

const POLL_MS = 10

/** Slots of transactions that change account files. A backup counts them, and holds them back while it notes one instant of all accounts. */
export class CommitSlots {
  readonly #slots: Slots
  readonly #counts = new Map<number, number>()
  /** settles when commits may begin again; null: they may */
  #held: Promise<void> | null = null

  constructor(limits: SlotLimits) {
    this.#slots = new Slots(limits)
  }

  async acquire(accountId: number, signal?: AbortSignal): Promise<() => void> {
    for (;;) {
      if (this.#held) await untilAborted(this.#held, signal)
      const giveBack = await this.#slots.acquire(accountId, signal)
      if (this.#held === null) {
        this.#count(accountId)
        // Counted again at the end: what is read meanwhile may lack the commit.
        return () => {
          this.#count(accountId)
          giveBack()
        }
      }
      giveBack()
    }
  }

  /** Rises when a commit of the account begins and when it ends. */
  countByAccount(accountId: number): number {
    return this.#counts.get(accountId) ?? 0
  }

  #count(accountId: number): void {
    this.#counts.set(accountId, this.countByAccount(accountId) + 1)
  }

  /** Runs `work` while nothing commits. Throws `warehouse.busy` when commits that run do not end in time. */
  async withoutCommits<Result>(work: () => Promise<Result>, waitMs: number): Promise<Result> {
    const over = Promise.withResolvers<void>()
    this.#held = over.promise
    try {
      for (const deadline = Date.now() + waitMs; this.#slots.load.running > 0; await setTimeout(POLL_MS))
        if (Date.now() > deadline) throw fail('warehouse.busy', { retryAfter: 2 })
      return await work()
    } finally {
      this.#held = null
      over.resolve()
    }
  }
}
