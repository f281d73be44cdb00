import { AsyncLocalStorage } from 'node:async_hooks'
import { fail } from '#contract/errors.ts'
import { isInTransaction } from '#server/db/database.ts'
import { Slots } from '#warehouse/scheduling/slots.ts'

/** A call to another system where it is not allowed: always a programming error. */
export class MisplacedOutsideCall extends Error {
  override readonly name = 'MisplacedOutsideCall'
}

interface Handler {
  /** such as `POST /api/billing/checkout` */
  readonly name: string
  /** the contract entry's `callsOut` */
  readonly callsOut: boolean
}

const currentHandler = new AsyncLocalStorage<Handler>()

/** Runs an endpoint's handler; without `callsOut`, calls to other systems are refused in it. */
export const runHandler = <T>(handler: Handler, work: () => Promise<T>): Promise<T> => currentHandler.run(handler, work)

/**
 * Every call to another system (platform, payment provider, language model, mail server, picture) asserts this first. Such a
 * call may take a minute, and a transaction would keep a connection for as long, of which all accounts share ten.
 *
 * @param call what is called, for the error: `payment provider`
 * @throws MisplacedOutsideCall in a transaction, and in the handler of an endpoint that does not declare `callsOut`
 */
export const assertMayCallOut = (call: string): void => {
  if (isInTransaction()) throw new MisplacedOutsideCall(`${call} was called inside a transaction`)
  const handler = currentHandler.getStore()
  if (handler && !handler.callsOut)
    throw new MisplacedOutsideCall(`${call} was called by ${handler.name}, which does not declare callsOut`)
}

const PER_ACCOUNT = 3
const WAITING_PER_ACCOUNT = 20
const IN_TOTAL = 200
const MAX_WAIT_MS = 5_000
const RETRY_AFTER_SECONDS = 5

/**
 * Slots for requests whose handlers call other systems: three of an account at a time, and twenty more wait for up to five
 * seconds. `acquire` rejects others with `request.too_many`.
 */
export const createOutsideCallSlots = (): Slots =>
  new Slots(
    {
      inTotal: IN_TOTAL,
      perAccount: PER_ACCOUNT,
      waitingPerAccount: WAITING_PER_ACCOUNT,
      maxWaitMs: MAX_WAIT_MS,
    },
    () => fail('request.too_many', { retryAfter: RETRY_AFTER_SECONDS }),
  )
