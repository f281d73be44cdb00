import { type Failure, fail } from '#contract/errors.ts'
import { RecentUse } from './recent-use.ts'
import { ServedAccounts } from './served-accounts.ts'

export interface CallLimits {
  readonly maxCalls: number
  readonly maxPerAccount: number
  readonly maxWaitingPerAccount: number
  readonly maxWaitMs: number
  /**
   * while other accounts call too, an account runs a further call only as long as fewer than this run in total, so that one
   * account's calls leave another's next call a core; and one that has used much more begins no call while another's run.
   * Default: no such limits
   */
  readonly maxShared?: number
  /** accounts that are served at one time; the others wait for their turn, see `ServedAccounts`. Default: all */
  readonly maxAccounts?: number
  /** a call waits longer than `maxWaitMs` as long as others begin, up to this. Default: no longer */
  readonly longestWaitMs?: number
}

/** An account whose last call began this long ago does not count as calling. */
const ACTIVE_MS = 1_000

/** A call that has waited this long waits for accounts that have used less no longer. */
const MAX_YIELD_MS = 1_000
/** How often waiting calls are tried: nothing tells when another account's request has ended. */
const RETRY_MS = 10

interface Waiter {
  readonly grant: () => void
  /** by `performance.now()` */
  readonly since: number
  granted: boolean
}

const busy = (): Failure => fail('warehouse.busy', { retryAfter: 2 })

/**
 * Limits concurrent calls, in total and for one account. Accounts that wait take turns, so one account with a long queue delays
 * another's next call by one call at most.
 */
export class CallSlots {
  readonly #limits: CallLimits
  readonly #refuse: () => Failure
  /** in the order of turns; a served account moves to the end */
  readonly #waiting = new Map<number, Waiter[]>()
  readonly #running = new Map<number, number>()
  readonly #use = new RecentUse()
  readonly #served: ServedAccounts
  #total = 0
  /** by `performance.now()` */
  #lastBegan = 0
  #retry: NodeJS.Timeout | null = null

  /** @param refuse the error when too many wait or one waits too long; default: `warehouse.busy` */
  constructor(limits: CallLimits, refuse: () => Failure = busy) {
    this.#limits = limits
    this.#refuse = refuse
    this.#served = new ServedAccounts(limits.maxAccounts ?? Number.POSITIVE_INFINITY)
  }

  /** calls that run and calls that wait */
  get load(): { readonly running: number; readonly waiting: number } {
    const waiting = [...this.#waiting.values()].reduce((sum, queue) => sum + queue.length, 0)
    return { running: this.#total, waiting }
  }

  /** milliseconds of calls that the account has used recently, see `RecentUse` */
  usedBy(accountId: number): number {
    return this.#use.usedBy(accountId)
  }

  /** Resolves with the function that releases the slot. Rejects with the error of `refuse` or the signal's reason. */
  async acquire(accountId: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    this.#grantNext()
    if (!this.#isFree(accountId)) await this.#waitForTurn(accountId, signal)
    else this.#take(accountId)
    let held = true
    return () => {
      if (held) this.#giveBack(accountId)
      held = false
    }
  }

  #isFree(accountId: number, waitedMs = 0): boolean {
    const { maxCalls, maxPerAccount, maxShared } = this.#limits
    const running = this.#running.get(accountId) ?? 0
    if (this.#total >= maxCalls || running >= maxPerAccount || !this.#served.canServe(accountId)) return false
    if (maxShared === undefined) return true
    const others = this.#use.others(accountId, ACTIVE_MS)
    const yields = others.some((other) => this.#use.isBusy(other) && this.#use.isMuchMore(accountId, other))
    if (yields && waitedMs < MAX_YIELD_MS) return false
    return running === 0 || this.#total < maxShared || others.every((other) => this.#use.isMuchMore(other, accountId))
  }

  #take(accountId: number): void {
    this.#total += 1
    this.#lastBegan = performance.now()
    this.#use.begin(accountId)
    this.#served.begin(accountId)
    this.#running.set(accountId, (this.#running.get(accountId) ?? 0) + 1)
  }

  #giveBack(accountId: number): void {
    this.#total -= 1
    this.#use.end(accountId)
    this.#served.end(accountId)
    const left = (this.#running.get(accountId) ?? 1) - 1
    if (left === 0) this.#running.delete(accountId)
    else this.#running.set(accountId, left)
    this.#grantNext()
  }

  #grantNext(): void {
    const over = this.#served.endTurns((accountId) => this.#waiting.has(accountId))
    for (const accountId of over) this.#moveToEnd(accountId)
    while (this.#grantRound());
    this.#tryLater()
  }

  /** One call of each account that may begin one; whether there was any. */
  #grantRound(): boolean {
    let granted = false
    for (const [accountId, queue] of [...this.#waiting]) {
      const [first] = queue
      if (!first || !this.#isFree(accountId, performance.now() - first.since)) continue
      queue.shift()
      this.#moveToEnd(accountId)
      this.#take(accountId)
      first.granted = true
      first.grant()
      granted = true
    }
    return granted
  }

  #moveToEnd(accountId: number): void {
    const queue = this.#waiting.get(accountId)
    this.#waiting.delete(accountId)
    if (queue && queue.length > 0) this.#waiting.set(accountId, queue)
  }

  #tryLater(): void {
    const { maxShared, maxAccounts } = this.#limits
    const dependsOnTime = maxShared !== undefined || maxAccounts !== undefined
    if (this.#retry !== null || this.#waiting.size === 0 || !dependsOnTime) return
    this.#retry = setTimeout(() => {
      this.#retry = null
      this.#grantNext()
    }, RETRY_MS)
  }

  async #waitForTurn(accountId: number, signal?: AbortSignal): Promise<void> {
    const queue = this.#waiting.get(accountId) ?? []
    if (queue.length >= this.#limits.maxWaitingPerAccount) throw this.#refuse()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = { grant: resolve, since: performance.now(), granted: false }
    queue.push(waiter)
    this.#waiting.set(accountId, queue)
    this.#tryLater()
    const giveUp = (reason: unknown) => {
      if (waiter.granted) return
      queue.splice(queue.indexOf(waiter), 1)
      if (queue.length === 0) this.#waiting.delete(accountId)
      reject(reason)
    }
    const onAbort = () => giveUp(signal?.reason)
    const { maxWaitMs, longestWaitMs = maxWaitMs } = this.#limits
    let timer: NodeJS.Timeout | undefined
    const waitOrRefuse = () => {
      const now = performance.now()
      const left = Math.min(waiter.since + longestWaitMs, Math.max(waiter.since, this.#lastBegan) + maxWaitMs) - now
      if (left < 1) giveUp(this.#refuse())
      else timer = setTimeout(waitOrRefuse, left)
    }
    waitOrRefuse()
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }
}
