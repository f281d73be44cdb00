import type { Db } from '#server/db/database.ts'

/** Something that happened in a module. Higher modules subscribe to it, so that the module need not know them. */
export interface EventDefinition<Payload extends object> {
  readonly name: string
  /** never set: carries the type of the payload */
  readonly payload?: Payload
}

export const defineEvent = <Payload extends object>(name: string): EventDefinition<Payload> => ({ name })

export interface EventBus {
  /** Runs the subscribers in the transaction `trx`, in the order of subscriptions.ts. An error rolls all of it back. */
  publish<Payload extends object>(trx: Db, event: EventDefinition<Payload>, payload: Payload): Promise<void>
}

export interface Subscription<Deps> {
  readonly eventName: string
  readonly handle: (deps: Deps, payload: object) => Promise<void>
}

/** `handle` gets the transaction of the event as `deps.db`. List the result in subscriptions.ts. */
export const subscribe = <Payload extends object, Deps>(
  event: EventDefinition<Payload>,
  handle: (deps: Deps, payload: Payload) => Promise<void>,
): Subscription<Deps> => ({
  eventName: event.name,
  // Only `publish` calls it, with a payload of the same definition.
  handle: (deps, payload) => handle(deps, payload as Payload),
})

/** @param getDeps read on each event: the dependencies contain the bus itself */
export const createEventBus = <Deps extends { readonly db: Db }>(
  subscriptions: readonly Subscription<Deps>[],
  getDeps: () => Deps,
): EventBus => ({
  publish: async (trx, event, payload) => {
    if (!trx.isTransaction) throw new Error(`The event ${event.name} was published outside a transaction`)
    const deps = { ...getDeps(), db: trx }
    for (const { eventName, handle } of subscriptions) if (eventName === event.name) await handle(deps, payload)
  },
})
