import type { ProofMethod } from '#domain/role.ts'
import { createListeners } from '../listeners.ts'

/** A call that waits until the user has proved who they are. */
export interface ProofQuestion {
  readonly methods: readonly ProofMethod[]
  /** true: it was proved, so the call is sent again */
  readonly answer: (isProved: boolean) => void
}

/** Asks the user for a proof that the server wants before a protected change. */
export interface Prover {
  /** Calls that ask meanwhile wait for the same answer. */
  ask(methods: readonly ProofMethod[]): Promise<boolean>
  current(): ProofQuestion | null
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
}

export const createProver = (): Prover => {
  const { notify, subscribe } = createListeners()
  let open: { readonly question: ProofQuestion; readonly result: Promise<boolean> } | null = null
  return {
    ask: (methods) => {
      if (open) return open.result
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const answer = (isProved: boolean): void => {
        open = null
        notify()
        resolve(isProved)
      }
      open = { question: { methods, answer }, result: promise }
      notify()
      return promise
    },
    current: () => open?.question ?? null,
    subscribe,
  }
}
