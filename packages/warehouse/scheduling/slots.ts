import { type Failure, fail } from '#contract/errors.ts'

export interface SlotLimits {
  /** runs at one time over all accounts */
  readonly inTotal: number
  readonly perAccount: number
  /** waits of one account; more are refused at once */
  readonly waitingPerAccount: number
  /** milliseconds that each waits at most */
  readonly maxWaitMs: number
  /** while several accounts are active, one begins more than one thing only as long as fewer than `inTotal` run over all accounts */
  readonly whenShared?: { readonly isShared: () => boolean; readonly inTotal: number }
}

interface Account {
  running: number
  readonly waiting: Set<() => void>
}

const busy = (): Failure => fail('warehouse.busy', { retryAfter: 2 })

/**
 * A bounded queue that is fair by account: accounts that wait take turns, so that a long queue of one delays the next call of
 * another by one call at most.
 */
export class Slots {
  readonly #limits: SlotLimits
  readonly #refuse: () => Failure
  /** those that run or wait, in the order of turns */
  readonly #accounts = new Map<number, Account>()
  #running = 0

  /** @param refuse the error when too many wait or one waits too long; default: `warehouse.busy` */
  constructor(limits: SlotLimits, refuse = busy) {
    this.#limits = limits
    this.#refuse = refuse
  }

  /** over all accounts */
  get load(): { readonly running: number; readonly waiting: number } {
    let waiting = 0
    for (const account of this.#accounts.values()) waiting += account.waiting.size
    return { running: this.#running, waiting }
  }

  /** Resolves with the function that gives the slot back. Rejects with the error of `refuse` or the signal's reason. */
  async acquire(accountId: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    const account = this.#accounts.get(accountId) ?? { running: 0, waiting: new Set() }
    this.#accounts.set(accountId, account)
    if (account.waiting.size === 0 && this.#isFree(account)) this.#begin(account)
    else await this.#wait(accountId, account, signal)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#running -= 1
      account.running -= 1
      this.#forgetIdle(accountId, account)
      this.#serve()
    }
  }

  #isFree({ running }: Account): boolean {
    const { inTotal, perAccount, whenShared } = this.#limits
    if (this.#running >= inTotal || running >= perAccount) return false
    return running === 0 || !whenShared || this.#running < whenShared.inTotal || !whenShared.isShared()
  }

  #begin(account: Account): void {
    this.#running += 1
    account.running += 1
  }

  #forgetIdle(accountId: number, { running, waiting }: Account): void {
    if (running === 0 && waiting.size === 0) this.#accounts.delete(accountId)
  }

  /** Begins what may begin: one of each account, as often as there is something. */
  #serve(): void {
    let began: boolean
    do {
      began = false
      for (const [accountId, account] of [...this.#accounts]) {
        const [begin] = account.waiting
        if (!begin || !this.#isFree(account)) continue
        began = true
        account.waiting.delete(begin)
        this.#begin(account)
        // Now last in the order of turns.
        this.#accounts.delete(accountId)
        this.#accounts.set(accountId, account)
        begin()
      }
    } while (began)
  }

  async #wait(accountId: number, account: Account, signal: AbortSignal | undefined): Promise<void> {
    if (account.waiting.size >= this.#limits.waitingPerAccount) throw this.#refuse()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    account.waiting.add(resolve)
    const leave = (reason: unknown) => {
      if (!account.waiting.delete(resolve)) return
      this.#forgetIdle(accountId, account)
      reject(reason)
    }
    const onAbort = () => leave(signal?.reason)
    const timer = setTimeout(() => leave(this.#refuse()), this.#limits.maxWaitMs)
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }
}
